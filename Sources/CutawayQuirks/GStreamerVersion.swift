/// A version of GStreamer: major, minor and micro number.
///
/// Corrections come in micro releases, too: 1.22.3 lacks a fault of 1.22.2.
package struct GStreamerVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let major, minor, micro: UInt32

  /// Creates the version `major.minor.micro`.
  package init(_ major: UInt32, _ minor: UInt32, _ micro: UInt32) {
    (self.major, self.minor, self.micro) = (major, minor, micro)
  }

  package static func < (one: Self, other: Self) -> Bool {
    (one.major, one.minor, one.micro) < (other.major, other.minor, other.micro)
  }

  /// The three numbers, such as `1.22.0`.
  package var description: String { "\(major).\(minor).\(micro)" }
}
