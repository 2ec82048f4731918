import CCutawayGStreamer
package import CutawayDiagnostics
import CutawayGraph
package import CutawayTime

extension Pipeline {
  /// Starts or resumes.
  ///
  /// - Throws: ``PipelineError`` if an element fails to change its state: its posted error, if
  ///   there is one.
  package func play() throws(PipelineError) { try change(to: GST_STATE_PLAYING) }

  /// Pauses; shows the first frame if the pipeline was stopped.
  ///
  /// The frame is shown when ``Event/asyncDone`` arrives.
  package func pause() throws(PipelineError) {
    pace.set(isKept: false)
    try change(to: GST_STATE_PAUSED)
  }

  private func change(to state: GstState) throws(PipelineError) {
    if try limited({ gst_element_set_state(self.element, state) }) == GST_STATE_CHANGE_FAILURE {
      throw failure ?? PipelineError(.stateChangeRefused, "the pipeline cannot start")
    }
  }

  /// Whether elements still change their state, for example sinks that wait for the frame of a seek.
  package var isChanging: Bool {
    gst_element_get_state(element, nil, nil, 0) == GST_STATE_CHANGE_ASYNC
  }

  /// The position of the stream; `nil` before it has started.
  package var position: MediaTime? { position(of: element) }

  func position(of element: UnsafeMutablePointer<GstElement>) -> MediaTime? {
    var time: gint64 = 0
    guard gst_element_query_position(element, GST_FORMAT_TIME, &time) != 0, time >= 0 else {
      return nil
    }
    return MediaTime(nanoseconds: Int64(time))
  }

  /// Seeks to an exact time.
  ///
  /// The frame is shown when ``Event/asyncDone`` arrives. GStreamer's own mixers cannot play
  /// backwards; see ``mirrorSeeks(arrivingAt:in:)``.
  ///
  /// - Parameters:
  ///   - time: The target.
  ///   - rate: The playback rate; not 0.
  ///   - end: The stop position; `nil` is the end of the stream, or its start at a negative rate.
  ///   - skipping: Whether elements may skip frames at a high rate.
  ///   - loops: Whether the end is reported as ``Event/segmentDone``, not as the end of the stream,
  ///     so that the next seek continues without a break.
  /// - Returns: Whether the pipeline accepted the seek.
  @discardableResult
  package func seek(
    to time: MediaTime, rate: Double = 1, until end: MediaTime? = nil, skipping: Bool = false,
    loops: Bool = false
  ) -> Bool {
    var flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
    if skipping { flags |= GST_SEEK_FLAG_TRICKMODE.rawValue }
    if loops { flags |= GST_SEEK_FLAG_SEGMENT.rawValue }
    // In backward playback, the end of a segment comes first.
    let (first, last) = rate < 0 ? (end ?? .zero, Optional(time)) : (time, end)
    let seekFlags = GstSeekFlags(rawValue: flags)
    let isDone = try? limited {
      gst_element_seek(
        self.element, rate, GST_FORMAT_TIME, seekFlags, GST_SEEK_TYPE_SET,
        gint64(first.nanoseconds), GST_SEEK_TYPE_SET, gint64(last?.nanoseconds ?? -1)) != 0
    }
    // A seek that does not return has ended the stream with an error.
    return isDone ?? false
  }

  /// Sends the end of the stream, so that the output so far is completed.
  package func sendEndOfStream() {
    // Sources at their end do not accept the event, and end by themselves.
    gst_element_send_event(element, gst_event_new_eos())
  }

  /// Ends streams that keep pace where they are now, so that muxers complete what they have written.
  ///
  /// The mixers before them may have further frames, which are refused from then on.
  package func endPacedStreams() {
    for pad in pacedPads {
      let place = Int(bitPattern: pad)
      // The event waits for the frame under way, which a sink may hold for long.
      Task(executorPreference: Self.controls) {
        let pad = UnsafeMutablePointer<GstPad>(bitPattern: place)
        gst_pad_send_event(pad, gst_event_new_eos())
        gst_object_unref(pad)
      }
    }
  }

  /// Whether a stream that keeps pace has ended.
  var hasEndedPace: Bool {
    pacedPads.map { pad in
      defer { gst_object_unref(pad) }
      return pad.pointee.object.flags & GST_PAD_FLAG_EOS.rawValue != 0
    }.contains(true)
  }

  /// The inputs of the elements that keep pace, which the caller unrefs.
  private var pacedPads: [UnsafeMutablePointer<GstPad>] {
    [PipelineGraph.Role.videoPace, .audioPace].compactMap { role in
      guard let element = element(role) else { return nil }
      defer { gst_object_unref(element) }
      return gst_element_get_static_pad(element, "sink")
    }
  }

  /// Waits for the end of the stream, and calls `observe` with its events.
  ///
  /// - Throws: The ``PipelineError`` that stopped the stream; `CancellationError`.
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

  /// Waits until the stream has ended, and its readers have taken everything.
  ///
  /// Both are necessary: the end of the stream comes before its last samples are read, and the error
  /// of an element may come after them.
  ///
  /// - Parameters:
  ///   - readers: The tasks that take the samples; they end with the stream.
  ///   - feeder: A task beside the stream, which is cancelled at its end.
  ///   - observe: Gets the events of the pipeline.
  /// - Throws: The ``PipelineError`` that stopped the stream; the error of a task or of `observe`;
  ///   `CancellationError`. All tasks have then ended.
  package func waitForEnd(
    of readers: [@Sendable () async throws -> Void],
    beside feeder: (@Sendable () async throws -> Void)? = nil,
    observing observe: @escaping @Sendable (Event) async throws -> Void = { _ in }
  ) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      if let feeder {
        group.addTask {
          try await feeder()
          return false
        }
      }
      for reader in readers {
        group.addTask {
          try await reader()
          return true
        }
      }
      group.addTask {
        try await self.waitForEnd(observing: observe)
        return true
      }
      var open = readers.count + 1
      while open > 0, let counts = try await group.next() { open -= counts ? 1 : 0 }
      group.cancelAll()
    }
  }
}
