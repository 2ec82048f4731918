import CCutawayGStreamer

/// How the streams of an element flow beside each other.
///
/// The streams have threads of their own. A stream that downstream does not use, or not yet, is neither an error
/// nor may it run ahead: its thread waits for the streams that are used, and drops its buffers.
final class StreamFlow: Sendable {
  private struct Stream {
    /// Whether downstream takes its buffers.
    var isUsed = false
    var isFlushing = false
    var isOver = false
    var isBackward = false
    /// The time of its last buffer.
    var position: GstClockTime?
  }

  private struct State {
    var streams: [Stream]
    var isOpen = false
    var isStopped = false
  }
  private let state: Monitor<State>

  init(count: Int) { state = Monitor(State(streams: Array(repeating: Stream(), count: count))) }

  /// Notes that all pads have been added.
  func open() { state.update { $0.isOpen = true } }

  /// Whether all pads have been added.
  var isOpen: Bool { state.update { $0.isOpen } }

  /// Notes that the pad of a stream is linked.
  func start(_ index: Int) { state.update { $0.streams[index].isUsed = true } }

  /// Lets all threads go on, because the element stops.
  func stop() { state.update { $0.isStopped = true } }

  /// The answer to the element of a stream for a buffer.
  ///
  /// - Parameters:
  ///   - flow: The answer of downstream.
  ///   - index: The stream.
  ///   - time: The time of the buffer.
  /// - Returns: The answer, after a wait if downstream does not use the stream.
  func result(of flow: GstFlowReturn, _ index: Int, at time: GstClockTime) -> GstFlowReturn {
    guard flow == GST_FLOW_NOT_LINKED else {
      state.update { state in
        state.streams[index].isUsed = true
        if time != gst_swift_unknown_time() { state.streams[index].position = time }
      }
      return flow
    }
    state.update { $0.streams[index].isUsed = false }
    while true {
      let answer: GstFlowReturn? = state.wait(seconds: 1) { state in
        if state.isStopped || state.streams[index].isFlushing { return GST_FLOW_FLUSHING }
        let used = state.streams.filter(\.isUsed)
        if used.isEmpty { return GST_FLOW_NOT_LINKED }
        let others = used.filter { !$0.isOver }
        let isBackward = state.streams[index].isBackward
        let isDue = others.contains { other in
          guard let position = other.position else { return false }
          return isBackward ? position <= time : position >= time
        }
        return isDue || others.isEmpty ? GST_FLOW_OK : nil
      }
      if let answer { return answer }
    }
  }

  /// Notes an event of a stream.
  func note(_ event: UnsafeMutablePointer<GstEvent>, _ index: Int) {
    switch gst_swift_event_type(event) {
    case GST_EVENT_FLUSH_START: state.update { $0.streams[index].isFlushing = true }
    case GST_EVENT_FLUSH_STOP:
      state.update { state in
        state.streams[index].isFlushing = false
        state.streams[index].isOver = false
        state.streams[index].position = nil
      }
    case GST_EVENT_SEGMENT:
      var segment: UnsafePointer<GstSegment>?
      gst_event_parse_segment(event, &segment)
      let isBackward = (segment?.pointee.rate ?? 1) < 0
      state.update { state in
        state.streams[index].isOver = false
        state.streams[index].isBackward = isBackward
      }
    case GST_EVENT_EOS: state.update { $0.streams[index].isOver = true }
    default: break
    }
  }
}
