import CCutawayGStreamer

/// Takes frames out of an encoded stream that nobody will see and no other frame needs: those well
/// before the place that has been sought.
///
/// From the key frame to that place a decoder decodes every frame and throws it away. Half of them
/// are not referred to in most films, and what follows is the same, bit for bit, without them.
final class UnseenFrames: @unchecked Sendable {
  // Touched by the thread that streams through the pad only.
  private var framing: FrameImportance?
  /// Where what is shown begins, in the time of buffers.
  private var start: GstClockTime = 0

  /// How long before that place frames are still decoded, for those whose times are rounded.
  private static let margin: GstClockTime = 20_000_000

  /// Starts to watch a pad.
  static func drop(on pad: UnsafeMutablePointer<GstPad>, caps: Caps) {
    let frames = UnseenFrames()
    frames.framing = FrameImportance(caps)
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, frames in
        Unmanaged<UnseenFrames>.fromOpaque(frames!)._withUnsafeGuaranteedRef { $0.pass(info!) }
      }, Unmanaged.passRetained(frames).toOpaque(),
      { Unmanaged<UnseenFrames>.fromOpaque($0!).release() })
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
      guard let framing, let buffer = gst_swift_probe_buffer(info), isUnseen(buffer) else {
        return GST_PAD_PROBE_OK
      }
      return framing.isNeededByOthers(buffer) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
    guard let event = gst_swift_probe_event(info) else { return GST_PAD_PROBE_OK }
    switch gst_swift_event_type(event) {
    case GST_EVENT_CAPS:
      var caps: Caps?
      gst_event_parse_caps(event, &caps)
      framing = caps.flatMap { FrameImportance($0) }
    case GST_EVENT_SEGMENT:
      var segment: UnsafePointer<GstSegment>?
      gst_event_parse_segment(event, &segment)
      start = segment.map { $0.pointee.format == GST_FORMAT_TIME ? $0.pointee.start : 0 } ?? 0
    default: break
    }
    return GST_PAD_PROBE_OK
  }

  /// Whether a frame surely ends before what is shown begins.
  private func isUnseen(_ buffer: Buffer) -> Bool {
    let time = gst_swift_pts(buffer), duration = gst_swift_duration(buffer)
    let unknown = gst_swift_unknown_time()
    guard time != unknown, duration != unknown else { return false }
    return time &+ duration &+ Self.margin < start
  }
}
