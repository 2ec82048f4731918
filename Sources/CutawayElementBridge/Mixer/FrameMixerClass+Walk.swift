import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  /// Lets time pass while no input has a format.
  func waitForFormat(
    _ instance: Instance, _ segment: GstSegment, timedOut: Bool
  ) -> GstFlowReturn {
    let isOver = withPads(of: instance) { list in
      list.allSatisfy {
        gst_aggregator_pad_is_eos($0.instance.assumingMemoryBound(to: GstAggregatorPad.self)) != 0
      }
    }
    if isOver { return GST_FLOW_EOS }
    if timedOut {
      let pad = gst_swift_aggregator_source_pad(instance)!
      gst_swift_lock(pad)
      let own = gst_swift_aggregator_segment(pad)!
      let unknown = gst_swift_unknown_time()
      let position = own.pointee.position == unknown ? own.pointee.start : own.pointee.position
      own.pointee.position = position &+ 40_000_000
      gst_swift_unlock(pad)
    }
    return GST_FLOW_CUSTOM_ERROR  // GST_AGGREGATOR_FLOW_NEED_DATA
  }

  /// Ends the stream, or the segment of a seek that asked for it, after which another one may follow.
  func finish(_ instance: Instance, _ segment: GstSegment) -> GstFlowReturn {
    if segment.flags.rawValue & GST_SEGMENT_FLAG_SEGMENT.rawValue == 0 { return GST_FLOW_EOS }
    let isFirst = withStream(of: instance) { stream in
      defer { stream?.isDone = true }
      return stream?.isDone == false
    }
    if isFirst {
      let isKnown = segment.stop != gst_swift_unknown_time()
      let end =
        segment.rate < 0 ? segment.start : isKnown ? segment.stop : max(0, segment.position)
      // A sink that refuses it has ended.
      gst_pad_push_event(
        gst_swift_aggregator_source_pad(instance),
        gst_event_new_segment_done(GST_FORMAT_TIME, gint64(clamping: end)))
    }
    withPads(of: instance) { list in
      for pad in list {
        // What is left of the segment would keep the mixer busy.
        let queue = pad.instance.assumingMemoryBound(to: GstAggregatorPad.self)
        while gst_aggregator_pad_drop_buffer(queue) != 0 {}
      }
    }
    return GST_FLOW_CUSTOM_ERROR  // GST_AGGREGATOR_FLOW_NEED_DATA
  }

  func waitsForEnd(_ instance: Instance) -> Bool {
    segment(of: Instance(gst_swift_aggregator_source_pad(instance)!)).stop
      == gst_swift_unknown_time()
  }

  /// Announces another segment after a seek without a flush, whose times follow those of the last one.
  func beginSegment(_ instance: Instance) {
    var copy = segment(of: Instance(gst_swift_aggregator_source_pad(instance)!))
    gst_aggregator_update_segment(
      instance.assumingMemoryBound(to: GstAggregator.self), &copy)
  }

  /// The frames from the position in the segment on; for backward playback without an end, from the end
  /// of the inputs.
  ///
  /// GstAggregator sets the position by `start-time-selection`. The grid begins there.
  func makeWalk(
    _ instance: Instance, _ segment: GstSegment, _ grid: inout FrameGrid
  ) -> FrameWalk {
    let unknown = gst_swift_unknown_time()
    let start = segment.start == unknown ? 0 : segment.start
    let position = segment.position == unknown ? nil : segment.position
    if segment.rate < 0 {
      var last = position ?? segment.stop
      if last == unknown { last = GstClockTime(max(0, latestEnd(of: instance, in: segment))) }
      return FrameWalk(Passage(segment), first: grid.frame(at: start), end: grid.end(at: last))
    }
    let begin = max(start, position ?? start)
    let isOnGrid = grid.start(of: grid.frame(at: begin)) == begin
    let first = begin > start && !isOnGrid ? grid.begin(at: begin) : grid.frame(at: begin)
    return FrameWalk(
      Passage(segment), first: first,
      end: segment.stop == unknown ? .max : grid.end(at: segment.stop))
  }
}
