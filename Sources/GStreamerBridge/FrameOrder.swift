import CGStreamer

/// Gives the frames that leave a decoder the times of what went in, in the same order.
///
/// The GIF decoder of libavcodec 59 hands all frames out as the first one, so that avdec_gif of
/// GStreamer 1.22 stamps them all with its time.
final class FrameOrder: @unchecked Sendable {
  // All of it is guarded by the monitor.
  private let waiting = Monitor<[(start: GstClockTime, duration: GstClockTime)]>([])

  static func keep(in decoder: UnsafeMutablePointer<GstElement>) {
    let order = FrameOrder()
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
    let own = gst_swift_buffer_make_writable(buffer)
    gst_swift_set_times(own, times.start, times.duration)
    gst_swift_probe_set_buffer(info, own)
  }
}
