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

/// Lets the decoders of a discoverer use memory of their own.
func decodeIntoOwnMemory(in discoverer: UnsafeMutablePointer<GstDiscoverer>) {
  guard Quirk.unknownPixels.applies else { return }
  typealias Made =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer?
    ) -> Void
  // The source is inside the bin that adds decoders later.
  let made: Made = { _, source, _ in
    let object = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstObject.self)
    guard let parent = gst_object_get_parent(object) else { return }
    defer { gst_object_unref(parent) }
    typealias Added =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<GstElement>,
        UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer?
      ) -> Void
    let added: Added = { _, _, element, _ in
      if gst_swift_has_property(element, "direct-rendering") != 0 {
        gst_swift_set_boolean(element, "direct-rendering", 0)
      }
    }
    _ = gst_swift_connect(
      UnsafeMutableRawPointer(parent), "deep-element-added",
      unsafeBitCast(added, to: GCallback.self), nil)
  }
  _ = gst_swift_connect(
    discoverer, "source-setup", unsafeBitCast(made, to: GCallback.self), nil)
}
