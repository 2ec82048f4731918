import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  enum Current {
    /// A reference, which the caller owns.
    case shown(Buffer)
    case nothing
    case over
    case awaited
  }

  /// The frame of an input at a time; frames that precede it in playing order are dropped.
  func current(
    _ pad: Instance, at start: GstClockTime, end: GstClockTime, isBackward: Bool
  ) -> Current {
    let pad = pad.assumingMemoryBound(to: GstAggregatorPad.self)
    while true {
      guard let buffer = gst_aggregator_pad_peek_buffer(pad) else {
        return gst_aggregator_pad_is_eos(pad) != 0 ? .over : .awaited
      }
      let first = gst_swift_pts(buffer), length = gst_swift_duration(buffer)
      let last = first &+ (length == gst_swift_unknown_time() ? end - start : length)
      let isPast = isBackward ? first >= end : last <= start
      if isPast {
        gst_swift_buffer_unref(buffer)
        gst_aggregator_pad_drop_buffer(pad)
        continue
      }
      let isShown = first <= start && start < last && gst_buffer_get_size(buffer) > 0
      if isShown { return .shown(buffer) }
      gst_swift_buffer_unref(buffer)
      return .nothing
    }
  }

  /// Calls `body` with the pads, the lowest first; pads without a started stream come last.
  func withPads(of instance: Instance, _ body: ([Instance]) -> Void) {
    let element = instance.assumingMemoryBound(to: GstElement.self)
    var list: [(number: Int, pad: Instance)] = []
    gst_swift_lock(instance)
    var entry = element.pointee.sinkpads
    while let current = entry {
      if let pad = current.pointee.data.flatMap({ gst_object_ref($0) }) {
        list.append((pads.layout.state(of: pad).pointee?.number ?? .max, pad))
      }
      entry = current.pointee.next
    }
    gst_swift_unlock(instance)
    body(list.sorted { $0.number < $1.number }.map(\.pad))
    for item in list { gst_object_unref(item.pad) }
  }

  /// The latest end of all buffers of the inputs; 0 if there are none.
  func latestEnd(of instance: Instance) -> GstClockTime {
    var latest: GstClockTime = 0
    withPads(of: instance) { list in
      for pad in list {
        let pad = pad.assumingMemoryBound(to: GstAggregatorPad.self)
        guard let buffer = gst_aggregator_pad_peek_buffer(pad) else { continue }
        defer { gst_swift_buffer_unref(buffer) }
        let length = gst_swift_duration(buffer)
        let end = gst_swift_pts(buffer) &+ (length == gst_swift_unknown_time() ? 0 : length)
        latest = max(latest, end)
      }
    }
    return latest
  }
}
