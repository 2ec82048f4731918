import CCutawayGStreamer
package import CutawayElementBridge
package import CutawayGraph

extension Pipeline {
  /// The buffers that reach an `appsink`, until the stream or the pipeline ends.
  ///
  /// Buffers wait only in the sink's queue: while no reader requests the next one, the elements
  /// before the sink block without a time limit. Errors are among ``events``.
  ///
  /// - Parameter role: The sink, with a limit of `max-buffers`; call it before the pipeline starts.
  /// - Returns: The buffers, for one reader.
  package func buffers(from role: PipelineGraph.Role) -> SinkBuffers {
    let (bells, ringer) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    withElement(role) { element in
      var callbacks = GstAppSinkCallbacks()
      callbacks.new_sample = { _, ringer in
        Ringer.at(ringer).continuation.yield()
        return GST_FLOW_OK
      }
      callbacks.eos = { _, ringer in Ringer.at(ringer).continuation.finish() }
      gst_app_sink_set_callbacks(
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSink.self), &callbacks,
        Unmanaged.passRetained(Ringer(ringer)).toOpaque(),
        { Unmanaged<Ringer>.fromOpaque($0!).release() })
    }
    traffic.hold()
    return SinkBuffers(pipeline: self, role: role, bells: bells)
  }

  /// The sequence of ``Pipeline/buffers(from:)``, for one reader only.
  package struct SinkBuffers: AsyncSequence, Sendable {
    package typealias Failure = Never
    let pipeline: Pipeline
    let role: PipelineGraph.Role
    let bells: AsyncStream<Void>

    package func makeAsyncIterator() -> Iterator {
      Iterator(pipeline: pipeline, role: role, bells: bells.makeAsyncIterator())
    }

    /// Returns one buffer after the other; a cancelled task gets no more.
    package struct Iterator: AsyncIteratorProtocol {
      let pipeline: Pipeline
      let role: PipelineGraph.Role
      var bells: AsyncStream<Void>.Iterator
      private var isOver = false

      init(pipeline: Pipeline, role: PipelineGraph.Role, bells: AsyncStream<Void>.Iterator) {
        self.pipeline = pipeline
        self.role = role
        self.bells = bells
      }

      package mutating func next() async -> MediaSample? { await next(isolation: nil) }

      package mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(Never) -> MediaSample? {
        pipeline.traffic.release()
        defer { pipeline.traffic.hold() }
        while !Task.isCancelled {
          if let sample = pipeline.takeSample(from: role) { return sample }
          if isOver { return nil }
          // There may be buffers after the last notification.
          isOver = await bells.next(isolation: actor) == nil
        }
        return nil
      }
    }
  }
}

/// Reports a new buffer, on a streaming thread.
private final class Ringer: Sendable {
  let continuation: AsyncStream<Void>.Continuation

  init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  static func at(_ address: UnsafeMutableRawPointer?) -> Ringer {
    Unmanaged<Ringer>.fromOpaque(address!).takeUnretainedValue()
  }

  deinit { continuation.finish() }
}
