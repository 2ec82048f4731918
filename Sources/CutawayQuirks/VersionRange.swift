/// Consecutive versions of GStreamer: all of them, or those from a first one, below another one, or
/// both.
///
/// A fault that was corrected on several branches has several ranges: with a backport to 1.24.3,
/// the versions `..<1.22.12` and `1.23.0..<1.24.3`.
package struct VersionRange: Sendable, Hashable, CustomStringConvertible {
  private let first: GStreamerVersion?
  private let end: GStreamerVersion?

  /// Every version.
  package static let all = VersionRange(first: nil, end: nil)

  /// The versions below `major.minor.micro`.
  package static func before(_ major: UInt32, _ minor: UInt32, _ micro: UInt32) -> VersionRange {
    VersionRange(first: nil, end: GStreamerVersion(major, minor, micro))
  }

  /// The version `major.minor.micro`, and all later ones.
  package static func since(_ major: UInt32, _ minor: UInt32, _ micro: UInt32) -> VersionRange {
    VersionRange(first: GStreamerVersion(major, minor, micro), end: nil)
  }

  /// The version `major.minor.micro`, and later ones below another version.
  package static func since(
    _ major: UInt32, _ minor: UInt32, _ micro: UInt32,
    before endMajor: UInt32, _ endMinor: UInt32, _ endMicro: UInt32
  ) -> VersionRange {
    VersionRange(
      first: GStreamerVersion(major, minor, micro),
      end: GStreamerVersion(endMajor, endMinor, endMicro))
  }

  /// Whether the range contains a version.
  package func contains(_ version: GStreamerVersion) -> Bool {
    if let first, version < first { return false }
    if let end, version >= end { return false }
    return true
  }

  /// The range as in `docs/gstreamer-versions.md`: `all`, `..<1.22.12`, `1.26.1...` or
  /// `1.23.0..<1.24.3`.
  package var description: String {
    switch (first, end) {
    case (nil, nil): "all"
    case (nil, let end?): "..<\(end)"
    case (let first?, nil): "\(first)..."
    case (let first?, let end?): "\(first)..<\(end)"
    }
  }
}
