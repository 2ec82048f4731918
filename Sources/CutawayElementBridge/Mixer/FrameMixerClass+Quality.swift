import CCutawayGStreamer
import CutawayElementKit

/// What downstream says of the frames, and what the mixer does about it.
struct FrameQuality {
  /// The running time before which frames would be late.
  var earliest: GstClockTime = 0
  /// The time that a frame takes, in relation to the time that it should take.
  var proportion = 1.0
  /// The number of consecutive frames that were dropped because they were late.
  var leftOut = 0
  var processed: guint64 = 0
  var dropped: guint64 = 0
}

extension FrameMixerClass {
  /// Whether a frame would be late; one in sixteen is drawn anyway, to show movement.
  func isTooLate(
    _ end: GstClockTime, _ segment: GstSegment, _ quality: FrameQuality
  ) -> Bool {
    var segment = segment
    let time = gst_segment_to_running_time(&segment, GST_FORMAT_TIME, end)
    return time != gst_swift_unknown_time() && time < quality.earliest && quality.leftOut < 15
  }

  /// Reports a frame that was dropped because it would have been late.
  func postDropped(
    _ instance: Instance, _ segment: GstSegment, _ start: GstClockTime, _ duration: GstClockTime,
    _ quality: FrameQuality
  ) {
    var segment = segment
    let running = gst_segment_to_running_time(&segment, GST_FORMAT_TIME, start)
    let message = gst_message_new_qos(
      instance.assumingMemoryBound(to: GstObject.self), 0, running,
      gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, start), start, duration)
    gst_message_set_qos_values(
      message, gint64(clamping: quality.earliest) - gint64(clamping: running), quality.proportion,
      1_000_000)
    gst_message_set_qos_stats(
      message, GST_FORMAT_BUFFERS, quality.processed, quality.dropped)
    gst_element_post_message(instance.assumingMemoryBound(to: GstElement.self), message)
  }
}

extension FrameQuality {
  mutating func count(isLeftOut: Bool) {
    leftOut = isLeftOut ? leftOut + 1 : 0
    if isLeftOut { dropped += 1 } else { processed += 1 }
  }
}
