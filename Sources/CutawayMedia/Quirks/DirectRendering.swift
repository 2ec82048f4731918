import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// Decoders of libavcodec with several threads abort the process if the width is not a multiple of 16.
  ///
  /// A thread gets a buffer of a pool for the aligned width, whose metadata do not fit the caps ("video meta uses 864x480
  /// instead of 854x480"). Without direct rendering, libavcodec decodes into its own memory, and frames are copied.
  package static let directRendering = Quirk(
    "avdec_h264 aborts for widths that are not a multiple of 16",
    versions: [.since(1, 26, 0)],
    upstream: "not reported",
    test: nil)
}

/// Lets a decoder of libavcodec use its own memory if it would abort otherwise.
func avoidDirectRendering(
  of decoder: UnsafeMutablePointer<GstElement>, for caps: Caps
) {
  var width: Int32 = 0
  gst_structure_get_int(gst_caps_get_structure(caps, 0), "width", &width)
  guard Quirk.directRendering.applies, width % 16 != 0,
    gst_swift_has_property(decoder, "direct-rendering") != 0
  else { return }
  gst_swift_set_boolean(decoder, "direct-rendering", 0)
}
