import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// libav's decoders crash if GStreamer has no name for the format of their pixels, such as FFV1 with
  /// 16 bits: the function that lends them memory uses a format that was not negotiated.
  ///
  /// With memory of their own they fail with an error. The probe decodes the first frame of each file, so
  /// that it refuses such files; readers decode with GStreamer's memory, because copies cost time.
  package static let unknownPixels = Quirk(
    "libav's decoders crash with formats of pixels that GStreamer does not know",
    versions: [.all],
    upstream: "not reported",
    test: "a format of pixels that GStreamer does not know is an error")
}

/// Lets a decoder use memory of its own.
func decodeIntoOwnMemory(_ element: UnsafeMutablePointer<GstElement>) {
  guard Quirk.unknownPixels.applies, gst_swift_has_property(element, "direct-rendering") != 0
  else { return }
  gst_swift_set_boolean(element, "direct-rendering", 0)
}
