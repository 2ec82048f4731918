import CCutawayGStreamer
import CutawayElementBridge

/// Lets `deinterlace` make a frame of the field that was taken first, which has the time of the frame.
///
/// `deinterlace` does not choose by the order of the fields: those of DV start at the bottom, those of most
/// other recordings at the top.
final class FirstField: @unchecked Sendable {
  // Only the thread that streams through the pad uses it.
  private var startsAtTop = true
  /// Whether the fields of the whole stream start at the top; `nil` if each frame tells it.
  private var order: Bool?
  /// The deinterlacer owns its pad, and the pad the probe.
  private let deinterlacer: UnsafeMutablePointer<GstElement>

  private init(_ deinterlacer: UnsafeMutablePointer<GstElement>) {
    self.deinterlacer = deinterlacer
    start(atTop: true)
  }

  /// Watches a deinterlacer that gets no frames yet.
  static func choose(of deinterlacer: UnsafeMutablePointer<GstElement>) {
    guard let pad = gst_element_get_static_pad(deinterlacer, "sink") else { return }
    defer { gst_object_unref(pad) }
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, choice in
        Unmanaged<FirstField>.fromOpaque(choice!)._withUnsafeGuaranteedRef { $0.see(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(FirstField(deinterlacer)).toOpaque(),
      { Unmanaged<FirstField>.fromOpaque($0!).release() })
  }

  private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 else {
      if let caps = announcedCaps(info) { order = Self.order(of: caps) }
      return
    }
    guard let buffer = gst_swift_probe_buffer(info) else { return }
    // Frames without fields say nothing, unless the stream has only frames of fields.
    guard order != nil || has(GST_VIDEO_BUFFER_FLAG_INTERLACED, buffer) else { return }
    let isTop = order ?? has(GST_VIDEO_BUFFER_FLAG_TFF, buffer)
    if isTop == startsAtTop { return }
    start(atTop: isTop)
  }

  private func start(atTop isTop: Bool) {
    startsAtTop = isTop
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(deinterlacer).assumingMemoryBound(to: GObject.self), "fields",
      isTop ? "top" : "bottom")
  }

  private func has(_ flag: GstVideoBufferFlags, _ buffer: Buffer) -> Bool {
    gst_swift_has_flag(buffer, GstBufferFlags(rawValue: flag.rawValue)) != 0
  }

  private static func order(of caps: Caps) -> Bool? {
    let order = gst_structure_get_string(gst_caps_get_structure(caps, 0), "field-order")
    switch order.map({ String(cString: $0) }) {
    case "top-field-first": return true
    case "bottom-field-first": return false
    default: return nil
    }
  }
}
