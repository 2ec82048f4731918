import CCutawayGStreamer

/// How the streams of an element flow beside each other.
///
/// The streams have threads of their own. A stream that downstream does not use, or not yet, is neither an error
/// nor may it run ahead: its thread waits for the streams that are used, and drops its buffers.
final class StreamFlow: Sendable {
  private struct Stream {
    /// Whether it has data for a few times only.
    var isSparse: Bool
    /// Whether downstream takes its buffers.
    var isUsed = false
    /// Whether downstream has taken one.
    var hasBegun = false
    var isFlushing = false
    var isOver = false
    var isBackward = false
    /// The time of its last buffer.
    var position: GstClockTime?
    /// How often an element after it has been linked.
    var linkCount = 0
  }

  private struct State {
    var streams: [Stream]
    var isOpen = false
    var isStopped = false
  }
  private let state: Monitor<State>

  /// Creates a flow; the argument states which streams are sparse.
  init(_ sparse: [Bool]) { state = Monitor(State(streams: sparse.map { Stream(isSparse: $0) })) }

  /// Notes that all pads have been added.
  func open() { state.update { $0.isOpen = true } }

  /// Whether all pads have been added.
  var isOpen: Bool { state.update { $0.isOpen } }

  /// Notes that the pad of a stream is linked.
  func start(_ index: Int) { state.update { $0.streams[index].isUsed = true } }

  /// Notes that elements after the pad of a stream are linked.
  func relink(_ index: Int) {
    state.update { state in
      state.streams[index].linkCount += 1
      // They may block the next buffer for long.
      state.streams[index].isUsed = true
    }
  }

  /// Lets all threads go on, because the element stops.
  func stop() { state.update { $0.isStopped = true } }

  /// Sends a buffer of a stream.
  ///
  /// If downstream does not use the stream, the function waits until it is linked, and sends the buffer then, or until
  /// the streams that are used have come as far. If downstream uses none, it waits for ``patience``, because programs
  /// may link the streams after they have started.
  ///
  /// - Parameters:
  ///   - index: The stream.
  ///   - time: The time of the buffer.
  ///   - push: Sends the buffer. The argument states whether it may have to send the buffer once more; elements change
  ///     only a buffer of which nobody keeps a reference.
  /// - Returns: The answer to the element of the stream.
  func send(
    _ index: Int, at time: GstClockTime, push: (_ keepsBuffer: Bool) -> GstFlowReturn
  ) -> GstFlowReturn {
    while true {
      let before = state.update { $0.streams[index] }
      let flow = push(!before.hasBegun)
      guard flow == GST_FLOW_NOT_LINKED else {
        state.update { state in
          state.streams[index].isUsed = true
          state.streams[index].hasBegun = true
          if time != gst_swift_unknown_time() { state.streams[index].position = time }
        }
        return flow
      }
      state.update { $0.streams[index].isUsed = false }
      switch wait(index, at: time, linkCount: before.linkCount) {
      case .linked: if before.hasBegun { return GST_FLOW_OK }
      case .flow(let answer): return answer
      }
    }
  }

  /// How long a stream waits for a link if downstream uses no stream, in seconds.
  private static let patience = 5

  private enum Answer {
    /// The stream has been linked.
    case linked
    /// The element of the stream need not wait.
    case flow(GstFlowReturn)
  }

  private func wait(_ index: Int, at time: GstClockTime, linkCount: Int) -> Answer {
    var seconds = 0
    while true {
      let answer: Answer? = state.wait(seconds: 1) { state in
        if state.isStopped || state.streams[index].isFlushing { return .flow(GST_FLOW_FLUSHING) }
        if state.streams[index].linkCount != linkCount { return .linked }
        let used = state.streams.filter(\.isUsed), others = used.filter { !$0.isOver }
        let isBackward = state.streams[index].isBackward
        let isDue = others.contains { other in
          guard let position = other.position else { return false }
          return isBackward ? position <= time : position >= time
        }
        return isDue || others.isEmpty && !used.isEmpty ? .flow(GST_FLOW_OK) : nil
      }
      if let answer { return answer }
      seconds += 1
      let isUnused = state.update { !$0.streams.contains(where: \.isUsed) }
      if isUnused, seconds >= Self.patience { return .flow(GST_FLOW_NOT_LINKED) }
    }
  }

  /// Waits until the streams that are used and not sparse have ended.
  ///
  /// - Returns: Whether they have; `false` if the stream is flushed or stopped before.
  func waitForOthers(_ index: Int) -> Bool {
    while true {
      let answer: Bool? = state.wait(seconds: 1) { state in
        if state.isStopped || state.streams[index].isFlushing { return false }
        let others = state.streams.filter { $0.isUsed && !$0.isSparse }
        return others.allSatisfy(\.isOver) ? true : nil
      }
      if let answer { return answer }
    }
  }

  /// Whether a stream has sent a buffer since a flush.
  func hasSent(_ index: Int) -> Bool { state.update { $0.streams[index].position != nil } }

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
