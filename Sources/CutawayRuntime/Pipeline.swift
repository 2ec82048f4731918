import CCutawayGStreamer
import CutawayDiagnostics
package import CutawayGraph
import CutawayMedia
package import CutawaySystem
import Dispatch
import Synchronization

/// A running graph.
///
/// Create one with `withPipeline`. When that scope ends, it stops the pipeline and releases its
/// resources.
package final class Pipeline: @unchecked Sendable {
  // GStreamer's elements may be used from any thread; the pointers never change.
  let element: UnsafeMutablePointer<GstElement>

  /// The events of the pipeline since its creation, for one reader only.
  ///
  /// The sequence ends with the scope, or throws the error that stopped the stream.
  var pace: Pace { relay.pace }
  package let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let relay: Relay
  /// The names of the elements with roles.
  let names: [PipelineGraph.Role: String]
  /// The time without data after which the pipeline fails.
  let patience: Duration
  /// The clock that measures this time.
  let clock: any WaitingClock
  /// The data that have moved.
  let traffic = Traffic()

  /// The first error that an element has posted.
  var failure: PipelineError? { relay.failure }

  init(
    _ graph: PipelineGraph, patience: Duration, on clock: any WaitingClock
  ) throws(PipelineError) {
    self.patience = patience
    self.clock = clock
    names = Dictionary(
      graph.elements.compactMap { element in element.role.map { ($0, element.name) } },
      uniquingKeysWith: { first, _ in first })
    gst_init(nil, nil)
    FeatureRanks.leaveOutUnsafeSinks()
    let pipeline = gst_pipeline_new(nil)!
    gst_object_ref_sink(pipeline)
    do throws(PipelineError) {
      try graph.add(
        to: UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self))
    } catch {
      gst_object_unref(pipeline)
      throw error
    }
    element = pipeline
    let pace = Pace(of: pipeline, [names[.videoPace], names[.audioPace]].compactMap(\.self))
    (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    relay = Relay(
      pipeline: element, traffic: traffic, pace: pace, continuation: continuation)
    let bus = gst_element_get_bus(element)
    gst_bus_set_sync_handler(
      bus,
      { _, message, relay in
        Unmanaged<Relay>.fromOpaque(relay!).takeUnretainedValue().receive(message!)
        gst_swift_message_unref(message)
        return GST_BUS_DROP
      }, Unmanaged.passRetained(relay).toOpaque(),
      { Unmanaged<Relay>.fromOpaque($0!).release() })
    gst_object_unref(bus)
    watchTraffic(in: element)
  }

  /// Watches the sources and sinks of a bin, including those in a user's launch line.
  func watchTraffic(in bin: UnsafeMutablePointer<GstElement>) {
    let bin = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstBin.self)
    forEach(gst_bin_iterate_elements(bin), as: GstElement.self) {
      if gst_swift_type_of($0) == gst_bin_get_type() {
        watchTraffic(in: $0)
      } else {
        traffic.watch($0)
      }
    }
  }

  /// Stops the pipeline and waits.
  ///
  /// A thread that blocks in an element cannot be stopped.
  ///
  /// - Returns: False if stopping takes longer than `patience`, and continues in the background.
  fileprivate func stop(waiting patience: Duration) async -> Bool {
    defer { continuation.finish() }
    // In its own task, because a cancelled one would not wait; on these threads, because a program may block those of
    // Swift's pool until it has the end of the stream.
    return await Task(executorPreference: BlockingThreads.shared) {
      await onBlockingThread(waiting: patience) {
        // Downward state changes cannot fail: an element that reports a failure is still set to
        // NULL.
        gst_element_set_state(self.element, GST_STATE_NULL)
      }
    }.value != nil
  }

  /// The element with a role, with a reference that the caller releases; `nil` if there is none.
  func element(_ role: PipelineGraph.Role) -> UnsafeMutablePointer<GstElement>? {
    names[role].flatMap {
      gst_bin_get_by_name(
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self), $0)
    }
  }

  /// Ends the stream with an error.
  func fail(_ error: PipelineError) { relay.fail(error) }

  /// Runs work that waits for streaming threads on another thread, and waits for at most
  /// `patience`.
  ///
  /// - Throws: ``PipelineError`` if a thread blocks in an element; the stream then ends with this
  ///   error.
  func limited<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) throws(PipelineError) -> Result {
    let answer = Mutex<Result?>(nil), bell = DispatchSemaphore(value: 0)
    Task(executorPreference: Self.controls) {
      let result = body()
      answer.withLock { $0 = result }
      bell.signal()
    }
    if !clock.wait(for: bell, seconds: patience / .seconds(1)) { failBySilence(after: patience) }
    if let result = answer.withLock({ $0 }) { return result }
    throw failure ?? PipelineError(.timedOut, "the pipeline does not respond")
  }

  /// Threads for work that a thread of ``BlockingThreads/shared`` waits for, which could exhaust
  /// that pool.
  static let controls = BlockingThreads(limit: .max)

  deinit {
    let bus = gst_element_get_bus(element)
    gst_bus_set_sync_handler(bus, nil, nil, nil)
    gst_object_unref(bus)
    gst_object_unref(element)
  }
}

/// Runs `body` with a pipeline for `graph`, and stops the pipeline before it returns.
///
/// State changes and seeks block their thread. Nonisolated code of `body` runs on
/// ``BlockingThreads``, where the pipeline is always created and stopped.
///
/// If no data move for `patience` although they should, its events end with an error that has the
/// code ``PipelineErrorCode/timedOut`` and names the element in which a streaming thread blocks.
/// Such a pipeline cannot be stopped: it is leaked with that thread.
///
/// - Parameters:
///   - graph: The graph.
///   - patience: The time without data after which the pipeline fails.
///   - clock: The clock that measures this time.
///   - isolation: The actor to which `body` belongs.
///   - body: Called with the pipeline.
/// - Returns: The result of `body`.
/// - Throws: ``PipelineError`` if the graph cannot be built or does not stop; the error of `body`.
package func withPipeline<Result>(
  _ graph: PipelineGraph, patience: Duration = Pipeline.patience,
  clock: any WaitingClock = SystemClock(),
  isolation: isolated (any Actor)? = #isolation,
  _ body: (Pipeline) async throws -> Result
) async throws -> Result {
  _ = DebugBuild.report
  let pipeline = try await onBlockingThread { () throws(PipelineError) in
    try Pipeline(graph, patience: patience, on: clock)
  }
  let watchdog = Task { await pipeline.watch() }
  defer { watchdog.cancel() }
  let result: Result
  do {
    result = try await onBlockingThreads { try await body(pipeline) }
  } catch {
    // The original error counts, not the leaked pipeline.
    _ = await pipeline.stop(waiting: .seconds(5))
    throw error
  }
  // Its output may be incomplete until it has stopped.
  if await !pipeline.stop(waiting: .seconds(60)) {
    throw PipelineError(
      .timedOut, "the stream has ended, but the pipeline does not stop",
      element: pipeline.stuckElement)
  }
  return result
}

/// Forwards messages, on the thread that posts them.
private final class Relay: @unchecked Sendable {
  // Compared by address only; the bus owns the relay, and the pipeline owns the bus.
  let pipeline: UnsafeMutablePointer<GstElement>
  let traffic: Traffic
  let pace: Pace
  let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let first = Mutex<PipelineError?>(nil)

  var failure: PipelineError? { first.withLock { $0 } }

  init(
    pipeline: UnsafeMutablePointer<GstElement>, traffic: Traffic, pace: Pace,
    continuation: AsyncThrowingStream<Event, any Error>.Continuation
  ) {
    self.pipeline = pipeline
    self.traffic = traffic
    self.pace = pace
    self.continuation = continuation
  }

  func receive(_ message: UnsafeMutablePointer<GstMessage>) {
    do throws(PipelineError) {
      guard let event = try Event(message, of: pipeline) else { return }
      if case .stateChanged(let state) = event {
        dump("\(state)")
        if state == .playing { pace.set(isKept: true) }
      }
      if event == .endOfStream || event == .segmentDone { traffic.end() }
      continuation.yield(event)
    } catch {
      dump("error")
      fail(error)
    }
  }

  /// Writes the graph to the folder that `GST_DEBUG_DUMP_DOT_DIR` names, as `gst-launch-1.0` does.
  private func dump(_ occasion: String) {
    gst_debug_bin_to_dot_file_with_ts(
      UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self),
      GST_DEBUG_GRAPH_SHOW_ALL, "cutaway.\(occasion)")
  }

  func fail(_ error: PipelineError) {
    first.withLock { $0 = $0 ?? error }
    continuation.finish(throwing: error)
  }
}
