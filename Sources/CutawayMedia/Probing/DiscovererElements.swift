import CCutawayGStreamer
import CutawayElementBridge

/// Adapts each element that a discoverer adds, before the element runs.
func adaptElements(of discoverer: UnsafeMutablePointer<GstDiscoverer>) {
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
      decodeIntoOwnMemory(element)
      // Several threads decode more frames before the first one comes out.
      limitThreads(of: element, share: 0)
      waitForExposure(of: element)
      ContainerColor.setAside(before: element)
    }
    _ = gst_swift_connect(
      UnsafeMutableRawPointer(parent), "deep-element-added",
      unsafeBitCast(added, to: GCallback.self), nil)
  }
  _ = gst_swift_connect(
    discoverer, "source-setup", unsafeBitCast(made, to: GCallback.self), nil)
}
