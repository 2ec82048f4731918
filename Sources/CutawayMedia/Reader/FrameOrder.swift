import CCutawayGStreamer
import CutawayElementBridge

/// Gives the output frames of an element the time stamps of its input, in the same order.
final class FrameOrder: @unchecked Sendable {
  // The monitor guards everything.
  private let waiting = Monitor<[(start: GstClockTime, duration: GstClockTime)]>([])

  /// The offset of the time stamps in nanoseconds, which keeps decode times from becoming negative.
  private let shift: GstClockTime

  private init(shift: GstClockTime) { self.shift = shift }

  /// Watches an element.
  ///
  /// - Parameters:
  ///   - decoder: An element with one output buffer per input buffer.
  ///   - shift: The offset to add to the time stamps, in nanoseconds.
  static func keep(in decoder: UnsafeMutablePointer<GstElement>, adding shift: Int64 = 0) {
    let order = FrameOrder(shift: GstClockTime(shift))
    let kinds =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
      | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
    order.watch(decoder, "sink", GstPadProbeType(rawValue: kinds)) { _, info, order in
      Unmanaged<FrameOrder>.fromOpaque(order!)._withUnsafeGuaranteedRef { $0.enter(info!) }
      return GST_PAD_PROBE_OK
    }
    order.watch(decoder, "src", GST_PAD_PROBE_TYPE_BUFFER) { _, info, order in
      Unmanaged<FrameOrder>.fromOpaque(order!)._withUnsafeGuaranteedRef { $0.leave(info!) }
      return GST_PAD_PROBE_OK
    }
  }

  private func watch(
    _ decoder: UnsafeMutablePointer<GstElement>, _ name: String, _ kinds: GstPadProbeType,
    _ probe: GstPadProbeCallback
  ) {
    let pad = gst_element_get_static_pad(decoder, name)
    defer { gst_object_unref(pad) }
    gst_pad_add_probe(
      pad, kinds, probe, Unmanaged.passRetained(self).toOpaque(),
      { Unmanaged<FrameOrder>.fromOpaque($0!).release() })
  }

  private func enter(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 else {
      if let event = gst_swift_probe_event(info),
        gst_swift_event_type(event) == GST_EVENT_FLUSH_STOP
      {
        waiting.update { $0 = [] }
      }
      return
    }
    guard let buffer = gst_swift_probe_buffer(info) else { return }
    waiting.update { $0.append((gst_swift_pts(buffer), gst_swift_duration(buffer))) }
  }

  private func leave(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    let times = waiting.update { $0.isEmpty ? nil : $0.removeFirst() }
    guard let times, let buffer = gst_swift_probe_buffer(info) else { return }
    let own = gst_swift_buffer_make_writable(buffer), unknown = gst_swift_unknown_time()
    let (shown, decoded) = (gst_swift_pts(own), gst_swift_dts(own))
    let start = times.start == unknown ? unknown : times.start &+ shift
    gst_swift_set_times(own, start, times.duration)
    if shift > 0, shown != unknown, decoded != unknown, start != unknown {
      gst_swift_set_dts(own, start &+ decoded &- shown)
    }
    gst_swift_probe_set_buffer(info, own)
  }
}
