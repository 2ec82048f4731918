import CCutawayGStreamer
import CutawayDiagnostics
package import CutawayGraph
import CutawayMedia
import Dispatch
import Synchronization

/// A graph that runs.
///
/// Make one with `withPipeline`: when that scope ends, in whatever way, it is stopped and all
/// that it holds let go of.
package final class Pipeline: @unchecked Sendable {
  // GStreamer's elements may be used from any thread; the pointers never change.
  let element: UnsafeMutablePointer<GstElement>

  /// What the pipeline reports, from when it was made: one reader only.
  ///
  /// The sequence ends with the scope, or throws the error that stopped the stream.
  package let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let relay: Relay
  /// How long nothing may move.
  let patience: Duration
  /// What moves.
  let traffic = Traffic()

  /// The first error that an element has posted.
  var failure: PipelineError? { relay.failure }

  init(_ graph: PipelineGraph, patience: Duration) throws(PipelineError) {
    self.patience = patience
    gst_init(nil, nil)
    FeatureRanks.leaveOutUnsafeSinks()
    let pipeline = gst_pipeline_new(nil)!
    gst_object_ref_sink(pipeline)
    do throws(PipelineError) {
      try GraphConstruction.add(
        graph, to: UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self))
    } catch {
      gst_object_unref(pipeline)
      throw error
    }
    element = pipeline
    (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    relay = Relay(pipeline: element, traffic: traffic, continuation: continuation)
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

  /// Sees what sources and sinks of a bin do, also of those in what a user described.
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

  /// Stops it, and waits for that: a thread that stays in an element cannot be stopped.
  ///
  /// - Returns: False where it goes on after `patience`, in the background.
  fileprivate func stop(waiting patience: Duration) async -> Bool {
    defer { continuation.finish() }
    // In a task of its own: one that is cancelled would not wait.
    return await Task {
      await onBlockingThread(waiting: patience) {
        // The way down cannot fail: an element that says otherwise is set to NULL nevertheless.
        gst_element_set_state(self.element, GST_STATE_NULL)
      }
    }.value != nil
  }

  /// Ends the stream with an error.
  func fail(_ error: PipelineError) { relay.fail(error) }

  /// Does what waits for streaming threads, on another thread, and waits for it as long as `patience`.
  ///
  /// - Throws: ``PipelineError`` where a thread stays in an element; the stream has ended with it then.
  func limited<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) throws(PipelineError) -> Result {
    let answer = Mutex<Result?>(nil), bell = DispatchSemaphore(value: 0)
    Task(executorPreference: Self.controls) {
      let result = body()
      answer.withLock { $0 = result }
      bell.signal()
    }
    if bell.wait(timeout: .now() + patience / .seconds(1)) == .timedOut {
      failBySilence(after: patience)
    }
    if let result = answer.withLock({ $0 }) { return result }
    throw failure ?? PipelineError(.timedOut, "the pipeline does not respond")
  }

  /// Threads for what a thread of ``BlockingThreads/shared`` waits for: with those they could run out.
  private static let controls = BlockingThreads(limit: .max)

  deinit {
    let bus = gst_element_get_bus(element)
    gst_bus_set_sync_handler(bus, nil, nil, nil)
    gst_object_unref(bus)
    gst_object_unref(element)
  }
}

/// Runs `body` with a pipeline for `graph`, which is stopped before this returns.
///
/// Changes of state and seeks block their thread. What `body` does outside an actor is done on
/// ``BlockingThreads``, and there the pipeline is made and stopped in any case.
///
/// Where nothing moves in it for `patience` although something should, its events end with an error that
/// has the code ``PipelineError/Code/timedOut`` and names the element in which a streaming thread stays. Such
/// a pipeline cannot be stopped: it is left behind with that thread.
///
/// - Parameters:
///   - graph: What runs.
///   - patience: How long nothing may move.
///   - isolation: The actor to which `body` belongs.
///   - body: What is done with the pipeline.
/// - Returns: What `body` returns.
/// - Throws: ``PipelineError`` where the graph cannot be made, or does not stop; what `body` throws.
package func withPipeline<Result>(
  _ graph: PipelineGraph, patience: Duration = Pipeline.patience,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (Pipeline) async throws -> Result
) async throws -> Result {
  let pipeline = try await onBlockingThread { () throws(PipelineError) in
    try Pipeline(graph, patience: patience)
  }
  let watchdog = Task { await pipeline.watch() }
  defer { watchdog.cancel() }
  let result: Result
  do {
    result = try await onBlockingThreads { try await body(pipeline) }
  } catch {
    // What is left behind is no news: the error is.
    _ = await pipeline.stop(waiting: .seconds(5))
    throw error
  }
  // What it has written may not be complete before it has stopped.
  if await !pipeline.stop(waiting: .seconds(60)) {
    throw PipelineError(
      .timedOut, "the stream has ended, but the pipeline does not stop",
      element: pipeline.stuckElement)
  }
  return result
}

/// Passes messages on, on whatever thread posts them.
private final class Relay: @unchecked Sendable {
  // Compared by address only; the relay dies with the bus, and the bus with the pipeline.
  let pipeline: UnsafeMutablePointer<GstElement>
  let traffic: Traffic
  let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let first = Mutex<PipelineError?>(nil)

  var failure: PipelineError? { first.withLock { $0 } }

  init(
    pipeline: UnsafeMutablePointer<GstElement>, traffic: Traffic,
    continuation: AsyncThrowingStream<Event, any Error>.Continuation
  ) {
    self.pipeline = pipeline
    self.traffic = traffic
    self.continuation = continuation
  }

  func receive(_ message: UnsafeMutablePointer<GstMessage>) {
    do throws(PipelineError) {
      guard let event = try Event(message, of: pipeline) else { return }
      if event == .endOfStream || event == .segmentDone { traffic.end() }
      continuation.yield(event)
    } catch {
      fail(error)
    }
  }

  func fail(_ error: PipelineError) {
    first.withLock { $0 = $0 ?? error }
    continuation.finish(throwing: error)
  }
}
