import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  /// The stream time of the next output frame.
  func position(_ instance: Instance, _ query: Query) -> Bool? {
    var format = GST_FORMAT_UNDEFINED
    gst_query_parse_position(query, &format, nil)
    if format != GST_FORMAT_TIME { return nil }
    var output = segment(of: Instance(gst_swift_aggregator_source_pad(instance)!))
    if output.position == gst_swift_unknown_time() { output.position = output.start }
    let time = gst_segment_to_stream_time(&output, GST_FORMAT_TIME, output.position)
    gst_query_set_position(query, format, gint64(clamping: time))
    return true
  }

  /// The longest duration of the inputs; unknown if one of them is.
  func duration(_ instance: Instance, _ query: Query) -> Bool? {
    var format = GST_FORMAT_UNDEFINED
    gst_query_parse_duration(query, &format, nil)
    let longest = withPads(of: instance) { list in
      var longest: gint64?
      for pad in list {
        var duration: gint64 = -1
        let pad = pad.instance.assumingMemoryBound(to: GstPad.self)
        guard gst_pad_peer_query_duration(pad, format, &duration) != 0 else { continue }
        if duration == -1 { return gint64?(-1) }
        longest = max(longest ?? 0, duration)
      }
      return longest
    }
    guard let longest else { return false }
    gst_query_set_duration(query, format, longest)
    return true
  }
}
