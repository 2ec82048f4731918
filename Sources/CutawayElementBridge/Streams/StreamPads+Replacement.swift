import CCutawayGStreamer

extension StreamPads {
  /// The reason why streams are not replaced.
  enum Refusal: String {
    /// The element stops.
    case over = ""
    case otherStreams = "it has other streams than before: it needs a restart"
  }

  /// Replaces what plays, at the position that is shown; sinks show the last frame meanwhile.
  ///
  /// - Parameter all: As many streams of each kind as now.
  /// - Returns: The reason why nothing was replaced; `nil` if the streams were.
  func replace(by all: OpenedStreams) -> Refusal? {
    guard all.streams.map(\.kind) == streams.map(\.kind) else { return .otherStreams }
    let position = shownPosition, rate = lastRate
    let flow = renewFlow()
    for stream in streams { gst_pad_push_event(stream.pad, gst_event_new_flush_start()) }
    for index in streams.indices {
      exchange(index, for: all.streams[index], flow, all.information(on: all.streams[index]))
    }
    let linked = streams.filter { gst_pad_is_linked($0.pad) != 0 }
    for stream in linked { run(stream.element) }
    let number = gst_util_seqnum_next()
    for stream in linked {
      let seek = gst_event_new_seek(
        rate, GST_FORMAT_TIME,
        GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue),
        GST_SEEK_TYPE_SET, rate < 0 ? 0 : position,
        rate < 0 ? GST_SEEK_TYPE_SET : GST_SEEK_TYPE_NONE, rate < 0 ? position : -1)!
      gst_event_set_seqnum(seek, number)
      // The pad of the bin is flushing, and refuses a seek. If the element does, it begins at 0.
      if gst_element_send_event(stream.element, seek) == 0 {
        gst_pad_push_event(stream.pad, gst_event_new_flush_stop(1))
      }
    }
    let object = bin.assumingMemoryBound(to: GstObject.self)
    gst_element_post_message(element, gst_message_new_duration_changed(object))
    return nil
  }

  /// The rate of what plays.
  private var lastRate: Double {
    for stream in streams {
      guard let event = gst_pad_get_sticky_event(stream.pad, GST_EVENT_SEGMENT, 0) else { continue }
      defer { gst_event_unref(event) }
      var found: UnsafePointer<GstSegment>?
      gst_event_parse_segment(event, &found)
      if let segment = found?.pointee { return segment.rate }
    }
    return 1
  }

  /// The position of the pipeline, which is that of its sinks; 0 if it is unknown.
  private var shownPosition: gint64 {
    var top = gst_object_ref(bin)!.assumingMemoryBound(to: GstObject.self)
    while let parent = gst_object_get_parent(top) {
      gst_object_unref(top)
      top = parent
    }
    defer { gst_object_unref(top) }
    var position: gint64 = 0
    let whole = UnsafeMutableRawPointer(top).assumingMemoryBound(to: GstElement.self)
    return gst_element_query_position(whole, GST_FORMAT_TIME, &position) != 0
      ? max(0, position) : 0
  }
}
