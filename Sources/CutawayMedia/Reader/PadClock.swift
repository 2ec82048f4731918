import CCutawayGStreamer
import CutawayElementBridge

/// The time of a pad's first data, on the clock of its demuxer.
///
/// MPEG streams and FLV start at any time. An MP4 file without an edit list starts before its first
/// frame, which B-frames delay. GStreamer passes these times on unchanged.
final class PadClock: @unchecked Sendable {
  // The monitor guards it.
  private let first = Monitor<Start?>(nil)

  /// The time of the first data, in nanoseconds.
  struct Start: Equatable {
    /// The time after 0, without a delay that the container states (an edit list that starts with
    /// an empty edit).
    var lead: Int64 = 0
    /// The time stamp itself.
    var stamp: Int64 = 0
  }

  /// Watches a pad until its first data.
  static func watching(_ pad: UnsafeMutablePointer<GstPad>) -> PadClock {
    let clock = PadClock()
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { pad, info, clock in
        Unmanaged<PadClock>.fromOpaque(clock!)._withUnsafeGuaranteedRef { $0.see(info!, on: pad!) }
        return GST_PAD_PROBE_REMOVE
      },
      Unmanaged.passRetained(clock).toOpaque(),
      { Unmanaged<PadClock>.fromOpaque($0!).release() })
    return clock
  }

  /// The time of the first data; `nil` before they arrive.
  var start: Start? { first.update { $0 } }

  private func see(
    _ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>
  ) {
    let isList = info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue != 0
    let buffer =
      isList
      ? gst_swift_probe_buffer_list(info).flatMap { gst_buffer_list_get($0, 0) }
      : gst_swift_probe_buffer(info)
    let time = buffer.map { gst_swift_pts($0) } ?? gst_swift_unknown_time()
    guard time != gst_swift_unknown_time(), let segment = currentSegment(of: pad) else {
      first.update { $0 = $0 ?? Start() }
      return
    }
    // The difference between the segment's start and its stream time is stated by the container,
    // unless the start is just the time of the first data.
    let isStated = segment.time != segment.start
    let stamp = believable(Int64(clamping: time))
    let lead = isStated ? stamp - believable(Int64(clamping: segment.start)) : stamp
    first.update { $0 = $0 ?? Start(lead: max(0, lead), stamp: stamp) }
  }
}

/// The current segment of a pad, which may be unlinked.
func currentSegment(of pad: UnsafeMutablePointer<GstPad>) -> GstSegment? {
  guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
  defer { gst_swift_event_unref(event) }
  var segment: UnsafePointer<GstSegment>?
  gst_event_parse_segment(event, &segment)
  return segment?.pointee
}
