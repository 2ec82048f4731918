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

  /// The frames of the segment; for backward playback without an end, from the start of the inputs.
  func makeWalk(
    _ instance: Instance, _ segment: GstSegment, _ grid: FrameGrid
  ) -> FrameWalk {
    let unknown = gst_swift_unknown_time()
    var last = segment.stop
    if segment.rate < 0, last == unknown {
      last = GstClockTime(max(0, latestEnd(of: instance, in: segment)))
    }
    let start = segment.start == unknown ? 0 : segment.start
    return FrameWalk(
      Passage(segment), first: grid.frame(at: start),
      end: last == unknown ? .max : grid.end(at: last))
  }
}
