import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// flacdec orders seven and eight channels differently from FLAC.
  ///
  /// A comment in its table says that the order is unknown.
  package static let flacChannels = Quirk(
    "flacdec puts channels of seven and eight into the wrong order",
    versions: [.all],
    upstream: "not reported",
    test: "each of eight channels keeps its position")
}

/// Whether a decoder is flacdec, for more than six channels.
func mixesUp(_ factory: OpaquePointer, channels: Int32) -> Bool {
  guard Quirk.flacChannels.applies, channels > 6,
    let name = gst_swift_object_name(UnsafeMutableRawPointer(factory))
  else { return false }
  return String(cString: name) == "flacdec"
}
