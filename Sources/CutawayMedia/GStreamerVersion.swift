import CCutawayGStreamer

/// A version of GStreamer, for work-arounds that only some versions need.
struct GStreamerVersion: Sendable, Comparable {
  private let numbers: (major: UInt32, minor: UInt32, micro: UInt32)

  init(_ major: UInt32, _ minor: UInt32, _ micro: UInt32 = 0) { numbers = (major, minor, micro) }

  /// The version of the library that this process has loaded.
  static let running: GStreamerVersion = {
    var version = (major: UInt32(0), minor: UInt32(0), micro: UInt32(0)), nano: UInt32 = 0
    gst_version(&version.major, &version.minor, &version.micro, &nano)
    return GStreamerVersion(version.major, version.minor, version.micro)
  }()

  static func == (one: Self, other: Self) -> Bool { one.numbers == other.numbers }

  static func < (one: Self, other: Self) -> Bool { one.numbers < other.numbers }
}
