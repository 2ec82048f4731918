import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// qtdemux reads every `colr` box as limited range: it reads the flag one byte too early, in the
  /// matrix.
  ///
  /// Its caps override the correct value of the stream in parsers. So do those of matroskademux, and ffmpeg writes Matroska files
  /// that state the range only. So the colorimetry of the container moves to a field of its own.
  package static let containerColor = Quirk(
    "qtdemux reads the range of a colr box one byte too early",
    versions: [.before(1, 22, 12), .since(1, 23, 0, before: 1, 24, 3)],
    kept: "in all versions, the colours that a stream states count before those of its container",
    upstream: "fixed by cd95d02032, with backports c3238be321 and 01b00643af",
    test: "a picture looks the same in any stored matrix and range")
}

extension ContainerColor {
  /// Watches for parsers in a pipeline that does not run yet.
  static func setAside(in pipeline: UnsafeMutablePointer<GstElement>) {
    typealias Added =
      @convention(c) (
        UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstElement>,
        UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer?
      ) -> Void
    let added: Added = { _, _, element, _ in ContainerColor.setAside(before: element) }
    _ = gst_swift_connect(
      pipeline, "deep-element-added", unsafeBitCast(added, to: GCallback.self), nil)
  }

  /// Watches an element, if it is a parser that keeps the colours of the container, before it runs.
  static func setAside(before element: UnsafeMutablePointer<GstElement>) {
    guard Quirk.containerColor.applies, let name = factoryName(of: element),
      ["h264parse", "h265parse"].contains(name),
      let pad = gst_element_get_static_pad(element, "sink")
    else { return }
    changeCaps(on: pad, settingAside)
    gst_object_unref(pad)
  }
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
