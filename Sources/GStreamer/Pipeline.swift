import CGStreamer
public import PipelineGraph
import Synchronization

/// A graph that runs.
///
/// Make one with `withPipeline`: when that scope ends, in whatever way, it is stopped and all
/// that it holds let go of.
public final class Pipeline: @unchecked Sendable {
  // GStreamer's elements may be used from any thread; the pointers never change.
  let element: UnsafeMutablePointer<GstElement>

  /// What the pipeline reports, from when it was made: one reader only.
  ///
  /// The sequence ends with the scope, or throws the error that stopped the stream.
  public let events: AsyncThrowingStream<Event, any Error>
  private let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let relay: Relay

  /// The first error that an element has posted.
  var failure: PipelineError? { relay.failure }

  init(_ graph: PipelineGraph) throws(PipelineError) {
    gst_init(nil, nil)
    FeatureRanks.leaveOutUnsafeSinks()
    var error: UnsafeMutablePointer<GError>?
    let parsed = gst_parse_launch_full(
      graph.launchText, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    if let error {
      defer { g_error_free(error) }
      parsed.map { gst_object_unref($0) }
      throw PipelineError(
        .invalidDescription, String(cString: error.pointee.message), details: graph.launchText)
    }
    guard let parsed else { throw PipelineError(.invalidDescription, "an empty graph") }
    element = Pipeline.wrapped(parsed)
    (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    relay = Relay(pipeline: element, continuation: continuation)
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
  }

  /// A description of one element gives that, not a pipeline around it.
  private static func wrapped(
    _ parsed: UnsafeMutablePointer<GstElement>
  ) -> UnsafeMutablePointer<GstElement> {
    if g_type_is_a(gst_swift_type_of(parsed), gst_pipeline_get_type()) != 0 {
      gst_object_ref_sink(parsed)
      return parsed
    }
    let pipeline = gst_pipeline_new(nil)!
    gst_object_ref_sink(pipeline)
    // An empty pipeline takes any element.
    gst_bin_add(UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), parsed)
    return pipeline
  }

  func stop() {
    // The way down cannot fail: an element that says otherwise is set to NULL nevertheless.
    gst_element_set_state(element, GST_STATE_NULL)
    continuation.finish()
  }

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
/// - Throws: ``PipelineError`` where the graph cannot be made; what `body` throws.
public func withPipeline<Result>(
  _ graph: PipelineGraph, isolation: isolated (any Actor)? = #isolation,
  _ body: (Pipeline) async throws -> Result
) async throws -> Result {
  let pipeline = try await onBlockingThread { () throws(PipelineError) in try Pipeline(graph) }
  let result: Result
  do {
    result = try await onBlockingThreads { try await body(pipeline) }
  } catch {
    await onBlockingThread { pipeline.stop() }
    throw error
  }
  await onBlockingThread { pipeline.stop() }
  return result
}

/// Passes messages on, on whatever thread posts them.
private final class Relay: @unchecked Sendable {
  // Compared by address only; the relay dies with the bus, and the bus with the pipeline.
  let pipeline: UnsafeMutablePointer<GstElement>
  let continuation: AsyncThrowingStream<Event, any Error>.Continuation
  private let first = Mutex<PipelineError?>(nil)

  var failure: PipelineError? { first.withLock { $0 } }

  init(
    pipeline: UnsafeMutablePointer<GstElement>,
    continuation: AsyncThrowingStream<Event, any Error>.Continuation
  ) {
    self.pipeline = pipeline
    self.continuation = continuation
  }

  func receive(_ message: UnsafeMutablePointer<GstMessage>) {
    do throws(PipelineError) {
      guard let event = try Event(message, of: pipeline) else { return }
      continuation.yield(event)
    } catch {
      first.withLock { $0 = $0 ?? error }
      continuation.finish(throwing: error)
    }
  }
}
