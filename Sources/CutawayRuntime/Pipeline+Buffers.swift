import CCutawayGStreamer
package import CutawayElementBridge
package import CutawayGraph
import Synchronization

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
    let hold = ReaderHold(traffic)
    withElement(role) { element in
      var callbacks = GstAppSinkCallbacks()
      callbacks.new_sample = { _, ringer in
        Ringer.at(ringer).ring()
        return GST_FLOW_OK
      }
      callbacks.eos = { _, ringer in Ringer.at(ringer).continuation.finish() }
      gst_app_sink_set_callbacks(
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSink.self), &callbacks,
        Unmanaged.passRetained(Ringer(ringer, hold)).toOpaque(),
        { Unmanaged<Ringer>.fromOpaque($0!).release() })
    }
    return SinkBuffers(pipeline: self, role: role, bells: bells, hold: hold)
  }

  /// The sequence of ``Pipeline/buffers(from:)``, for one reader only.
  package struct SinkBuffers: AsyncSequence, Sendable {
    package typealias Failure = Never
    let pipeline: Pipeline
    let role: PipelineGraph.Role
    let bells: AsyncStream<Void>
    fileprivate let hold: ReaderHold

    package func makeAsyncIterator() -> Iterator {
      Iterator(pipeline: pipeline, role: role, bells: bells.makeAsyncIterator(), hold: hold)
    }

    /// Returns one buffer after the other; a cancelled task gets no more.
    package struct Iterator: AsyncIteratorProtocol {
      let pipeline: Pipeline
      let role: PipelineGraph.Role
      var bells: AsyncStream<Void>.Iterator
      private let hold: ReaderHold
      private var isOver = false

      fileprivate init(
        pipeline: Pipeline, role: PipelineGraph.Role, bells: AsyncStream<Void>.Iterator,
        hold: ReaderHold
      ) {
        self.pipeline = pipeline
        self.role = role
        self.bells = bells
        self.hold = hold
      }

      package mutating func next() async -> MediaSample? { await next(isolation: nil) }

      package mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(Never) -> MediaSample? {
        defer { hold.take() }
        while !Task.isCancelled {
          hold.release()
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

/// Whether the stream waits for a reader of a sink: always but while the reader waits for a buffer.
///
/// The hold begins with the buffer, not when the reader runs: threads that compute may keep its task
/// from running for as long as they like.
private final class ReaderHold: Sendable {
  private let traffic: Traffic
  private let isTaken = Atomic(true)

  init(_ traffic: Traffic) {
    self.traffic = traffic
    traffic.hold()
  }

  func take() { if !isTaken.exchange(true, ordering: .relaxed) { traffic.hold() } }
  func release() { if isTaken.exchange(false, ordering: .relaxed) { traffic.release() } }
}

/// Reports a new buffer, on a streaming thread.
private final class Ringer: Sendable {
  let continuation: AsyncStream<Void>.Continuation
  private let hold: ReaderHold

  init(_ continuation: AsyncStream<Void>.Continuation, _ hold: ReaderHold) {
    self.continuation = continuation
    self.hold = hold
  }

  func ring() {
    hold.take()
    continuation.yield()
  }

  static func at(_ address: UnsafeMutableRawPointer?) -> Ringer {
    Unmanaged<Ringer>.fromOpaque(address!).takeUnretainedValue()
  }

  deinit { continuation.finish() }
}
