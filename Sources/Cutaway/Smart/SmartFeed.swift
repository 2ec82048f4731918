import CutawayRuntime
import CutawayTranslation

/// Puts the picture of a renderer into a pipeline that writes a file.
final class SmartFeed: Sendable {
  /// The error that stopped the picture, if any.
  let failures: AsyncStream<any Error>
  private let work: Task<Void, any Error>
  private let relay: Task<Void, Never>

  /// Starts to write some frames; the pipeline must play.
  init(_ renderer: SmartRenderer, _ frames: Range<Int64>, into pipeline: Pipeline) {
    let work = Task {
      try await renderer.write(frames) { try await FramePipeline.push($0, into: pipeline) }
      pipeline.endInput(.input(0))
      pipeline.releaseFromProgram()
    }
    let (failures, reporter) = AsyncStream.makeStream(of: (any Error).self)
    relay = Task {
      do { try await work.value } catch { reporter.yield(error) }
    }
    self.work = work
    self.failures = failures
  }

  /// Stops writing.
  func cancel() {
    work.cancel()
    relay.cancel()
  }
}
