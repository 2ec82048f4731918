import CCutawayGStreamer
package import CutawayDiagnostics
package import CutawayTime

extension Pipeline {
  /// Starts or goes on.
  ///
  /// - Throws: ``PipelineError`` where an element refuses: what it posted, if it did.
  package func play() throws(PipelineError) { try change(to: GST_STATE_PLAYING) }

  /// Shows the first frame, or stands still.
  ///
  /// The frame is there with ``Event/asyncDone``.
  package func pause() throws(PipelineError) { try change(to: GST_STATE_PAUSED) }

  private func change(to state: GstState) throws(PipelineError) {
    if try limited({ gst_element_set_state(self.element, state) }) == GST_STATE_CHANGE_FAILURE {
      throw failure ?? PipelineError(.stateChangeRefused, "the pipeline cannot start")
    }
  }

  /// Where the stream is, or `nil` before it has started.
  package var position: MediaTime? { position(of: element) }

  func position(of element: UnsafeMutablePointer<GstElement>) -> MediaTime? {
    var time: gint64 = 0
    guard gst_element_query_position(element, GST_FORMAT_TIME, &time) != 0, time >= 0 else {
      return nil
    }
    return MediaTime(nanoseconds: Int64(time))
  }

  /// Goes to a time, exactly.
  ///
  /// The frame is there with ``Event/asyncDone``. GStreamer's own mixers cannot go backwards;
  /// see ``mirrorSeeks(arrivingAt:in:)``.
  ///
  /// - Parameters:
  ///   - time: Where to go.
  ///   - rate: How fast to play from there; not 0.
  ///   - end: Where to stop; `nil` is the end of the stream, or its start at a negative rate.
  ///   - skipping: Whether frames may be left out at a high rate.
  ///   - loops: Whether ``Event/segmentDone`` is reported at the end, and not that of the stream, so
  ///     that the next seek goes on without a break.
  /// - Returns: Whether the stream could.
  @discardableResult
  package func seek(
    to time: MediaTime, rate: Double = 1, until end: MediaTime? = nil, skipping: Bool = false,
    loops: Bool = false
  ) -> Bool {
    var flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
    if skipping { flags |= GST_SEEK_FLAG_TRICKMODE.rawValue }
    if loops { flags |= GST_SEEK_FLAG_SEGMENT.rawValue }
    // Played backwards, a segment's end comes first.
    let (first, last) = rate < 0 ? (end ?? .zero, Optional(time)) : (time, end)
    let seekFlags = GstSeekFlags(rawValue: flags)
    let isDone = try? limited {
      gst_element_seek(
        self.element, rate, GST_FORMAT_TIME, seekFlags, GST_SEEK_TYPE_SET,
        gint64(first.nanoseconds), GST_SEEK_TYPE_SET, gint64(last?.nanoseconds ?? -1)) != 0
    }
    // One that does not come back has ended the stream with an error.
    return isDone ?? false
  }

  /// Ends the stream as if it were over: what has been made so far is finished properly.
  package func sendEndOfStream() {
    // Sources that are over already do not take it, and end by themselves.
    gst_element_send_event(element, gst_event_new_eos())
  }

  /// Waits for the end of the stream, telling `observe` what happens on the way.
  ///
  /// - Throws: ``PipelineError`` that stopped the stream; `CancellationError`.
  package func waitForEnd(
    isolation: isolated (any Actor)? = #isolation,
    observing observe: (Event) async throws -> Void = { _ in }
  ) async throws {
    for try await event in events {
      if event == .endOfStream { return }
      try await observe(event)
    }
    try Task.checkCancellation()
  }
}
