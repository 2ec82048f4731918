import CCutawayGStreamer

/// Adds the end of the stream to a seek for backward playback that has none.
///
/// GstAggregator does not know the end of its stream, and begins at an unknown position.
///
/// - Parameters:
///   - event: A seek, which the function takes over.
///   - pad: The source pad that got it.
/// - Returns: The event to use instead, which the caller owns.
func addingEnd(
  to event: UnsafeMutablePointer<GstEvent>, on pad: UnsafeMutablePointer<GstPad>
) -> UnsafeMutablePointer<GstEvent> {
  var (rate, start, stop) = (1.0, gint64(0), gint64(0))
  var format = GST_FORMAT_UNDEFINED, flags = GST_SEEK_FLAG_NONE
  var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
  gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
  let isOpen = stopType == GST_SEEK_TYPE_NONE ? !hasStop(pad) : stop == -1
  var duration: gint64 = -1
  guard rate < 0, format == GST_FORMAT_TIME, isOpen,
    gst_pad_query_duration(pad, format, &duration) != 0, duration >= 0,
    let seek = gst_event_new_seek(
      rate, format, flags, startType, start, GST_SEEK_TYPE_SET, duration)
  else { return event }
  gst_event_set_seqnum(seek, gst_event_get_seqnum(event))
  gst_swift_event_unref(event)
  return seek
}

/// Whether the segment that the pad has announced has an end.
private func hasStop(_ pad: UnsafeMutablePointer<GstPad>) -> Bool {
  guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return false }
  defer { gst_swift_event_unref(event) }
  var segment: UnsafePointer<GstSegment>?
  gst_event_parse_segment(event, &segment)
  return segment.map { $0.pointee.stop != gst_swift_unknown_time() } ?? false
}
