import CCutawayGStreamer
import CutawayElementBridge

/// Removes frames from an encoded stream that are invisible and that no other frame needs.
///
/// After a seek, a decoder decodes every frame from the key frame to the target and drops it. In
/// most files, no frame refers to half of them, and without them all later frames are identical,
/// bit for bit.
final class UnseenFrames: @unchecked Sendable {
  // Only the thread that streams through the pad uses these.
  private var framing: FrameImportance?
  /// The start of the visible range, in time stamps.
  private var start: GstClockTime = 0

  /// The time before the start in which frames are still decoded, because their time stamps may be
  /// rounded.
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

  /// Whether a frame certainly ends before the visible range.
  private func isUnseen(_ buffer: Buffer) -> Bool {
    let time = gst_swift_pts(buffer), duration = gst_swift_duration(buffer)
    let unknown = gst_swift_unknown_time()
    guard time != unknown, duration != unknown else { return false }
    return time &+ duration &+ Self.margin < start
  }
}
