import CCutawayGStreamer

/// Keeps qtdemux from saying what range H.264 and HEVC are in.
///
/// In GStreamer 1.22 it takes every `colr` box for limited range (it looks for the flag a byte too
/// early, in the matrix), and its word goes over that of the
/// stream, which knows better. So its colorimetry is set aside under another name, for streams that
/// say nothing themselves.
enum ContainerColor {
  /// Watches for the demuxer in a pipeline that is not running yet.
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

  /// Where the container's word is kept meanwhile.
  static let setAsideField = "container-colorimetry"

  /// What the container says of a stream's colour that says nothing itself.
  static func fallback(for caps: Caps) -> String? {
    let fields = gst_caps_get_structure(caps, 0)
    guard gst_structure_has_field(fields, "colorimetry") == 0 else { return nil }
    return gst_structure_get_string(fields, setAsideField).map { String(cString: $0) }
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

/// The caps with the colorimetry under its other name; `nil` where there is nothing to do.
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
