import CCutawayGStreamer
import CutawayElementBridge

// In GStreamer 1.22, qtdemux reads every `colr` box as limited range (it reads the flag one byte
// too early, in the matrix), and its caps override the correct value of the stream.
extension ContainerColor {
  /// Watches for the demuxer in a pipeline that does not run yet.
  static func setAside(in pipeline: UnsafeMutablePointer<GstElement>) {
    typealias Added =
      @convention(c) (
        UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstElement>,
        UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer?
      ) -> Void
    let added: Added = { _, _, element, _ in
      guard let factory = gst_element_get_factory(element),
        let name = gst_swift_object_name(UnsafeMutableRawPointer(factory)),
        String(cString: name) == "qtdemux"
      else { return }
      watchPads(of: element)
    }
    _ = gst_swift_connect(
      pipeline, "deep-element-added", unsafeBitCast(added, to: GCallback.self), nil)
  }
}

private func watchPads(of demuxer: UnsafeMutablePointer<GstElement>) {
  typealias Added =
    @convention(c) (
      UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer?
    ) -> Void
  let added: Added = { _, pad, _ in changeCaps(on: pad, settingAside) }
  _ = gst_swift_connect(demuxer, "pad-added", unsafeBitCast(added, to: GCallback.self), nil)
}

/// The caps with the colorimetry in the other field; `nil` if nothing changes.
private func settingAside(_ caps: Caps) -> Caps? {
  let fields = gst_caps_get_structure(caps, 0)
  guard let name = gst_structure_get_name(fields).map({ String(cString: $0) }),
    ["video/x-h264", "video/x-h265"].contains(name),
    let color = gst_structure_get_value(fields, "colorimetry")
  else { return nil }
  let own = gst_caps_copy(caps)!
  let changed = gst_caps_get_structure(own, 0)
  gst_structure_set_value(changed, ContainerColor.setAsideField, color)
  gst_structure_remove_field(changed, "colorimetry")
  return own
}
