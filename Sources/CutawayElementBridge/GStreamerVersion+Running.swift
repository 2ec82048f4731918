import CCutawayGStreamer
package import CutawayQuirks

extension GStreamerVersion {
  /// The version of the library that this process has loaded.
  package static let running: GStreamerVersion = {
    var major: UInt32 = 0, minor: UInt32 = 0, micro: UInt32 = 0, nano: UInt32 = 0
    gst_version(&major, &minor, &micro, &nano)
    return GStreamerVersion(major, minor, micro)
  }()
}

extension Quirk {
  /// Whether the work-around applies to the version of GStreamer that this process has loaded.
  package var applies: Bool { applies(to: .running) }
}
