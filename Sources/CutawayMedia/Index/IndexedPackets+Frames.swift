import CCutawayGStreamer
import CutawayElementBridge

extension IndexedPackets {
  /// Drops the decoded frames of a pad that come before the wanted one.
  func dropEarlyFrames(of pad: UnsafeMutablePointer<GstPad>) {
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, packets in
        guard let packets = CallbackContext<IndexedPackets>.object(at: packets),
          let buffer = gst_swift_probe_buffer(info)
        else { return GST_PAD_PROBE_OK }
        let time = gst_swift_pts(buffer)
        let isEarly = time != gst_swift_unknown_time() && time < packets.target.update { $0 }
        return isEarly ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
      }, CallbackContext.pointer(to: self), { CallbackContext<IndexedPackets>.release($0) })
  }

  /// A segment in the time of the index.
  ///
  /// It starts at 0: decoders compute durations from a stated rate, and give an earlier frame that lasts until
  /// the start of their segment that time.
  func segmentEvent() -> UnsafeMutablePointer<GstEvent> {
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    return gst_event_new_segment(&segment)
  }
}
