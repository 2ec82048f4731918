import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayModel
package import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import Synchronization

/// Writes a file of frames, sound and packets that a program provides.
///
/// The file gets its name when it is complete. Streams may come one after the other, as long as the
/// encoded data of one stay below 512 MB.
package final class FileWriter: Sendable {
  /// The streams, at most one of each kind.
  package let inputs: [Input]
  private let path: String
  private let fileType: ExportFileType
  private let state = Monitor(State())
  /// Counts bytes of raw data that wait for the encoder.
  private static let room = 24 << 20

  private struct State {
    var stage = Stage.new
    var pipeline: Pipeline?
    var task: Task<Void, Never>?
    /// How much earlier than its first presentation time each stream is decoded, in nanoseconds.
    var leads: [Int: Int64] = [:]
    /// The end of each stream in nanoseconds.
    var ends: [Int: Int64] = [:]
    var ended: Set<Int> = []
  }

  /// What a writer does.
  private enum Stage {
    case new
    case starting
    case writing
    case finishing
    case done(ExportError?)
  }

  /// The settings of a file.
  package struct Settings: Sendable {
    /// Metadata with the keys of exports.
    package var metadata: [String: String] = [:]
    /// Whether the header comes first.
    package var movesHeaderFirst = false

    /// Creates settings without metadata.
    package init() {}
  }

  /// Creates a writer.
  package init(to path: String, as fileType: ExportFileType, inputs: [Input]) {
    (self.path, self.fileType, self.inputs) = (path, fileType, inputs)
  }

  deinit { cancel() }

  /// Creates the file, and waits until data can be written.
  ///
  /// - Parameters:
  ///   - settings: Metadata and the place of the header.
  ///   - onDemand: Called on a streaming thread with the index of an input that has no data left.
  /// - Throws: ``ExportError``.
  package func start(
    _ settings: Settings, onDemand: @escaping @Sendable (Int) -> Void
  ) throws(ExportError) {
    let plan = try Plan(inputs, fileType, settings)
    state.update { $0.stage = .starting }
    let (path, fileType, state) = (path, fileType, state)
    let task = Task.detached(executorPreference: BlockingThreads.shared) {
      var failure: ExportError?
      do {
        try await Self.write(plan, to: path, as: fileType, state, onDemand)
      } catch is CancellationError {
        failure = ExportError(.cancelled, "the writer was cancelled")
      } catch {
        failure = ExportError(error, writing: path)
      }
      state.update { state in
        state.stage = .done(failure)
        state.pipeline = nil
      }
    }
    state.update { $0.task = task }
    let result = state.wait(seconds: 60) { state -> Result<Void, ExportError>? in
      switch state.stage {
      case .writing: .success(())
      case .done(let failure?): .failure(failure)
      case .done: .success(())
      default: nil
      }
    }
    guard let result else {
      cancel()
      throw ExportError(.failed, "the elements that write '\(path)' do not start")
    }
    try result.get()
  }

  /// Why writing ended; `nil` if it goes on or succeeded.
  package var failure: ExportError? {
    state.update { if case .done(let failure) = $0.stage { failure } else { nil } }
  }

  /// Whether an input has room for more.
  package func isReady(_ input: Int) -> Bool {
    guard let pipeline = writingPipeline(for: input) else { return false }
    return pipeline.waitingBytes(in: .input(input)) < Self.room
  }

  private func writingPipeline(for input: Int) -> Pipeline? {
    state.update { state in
      guard case .writing = state.stage, !state.ended.contains(input) else { return nil }
      return state.pipeline
    }
  }

  /// Writes a frame, a block of sound or a packet; waits for room.
  ///
  /// - Parameters:
  ///   - buffer: A decoding time before 0 moves the whole stream.
  ///   - input: The index of the input.
  /// - Returns: Whether it was taken; else see ``failure``.
  package func append(_ buffer: FedBuffer, to input: Int) -> Bool {
    guard let pipeline = writingPipeline(for: input) else { return false }
    let (lead, isFirst) = state.update { state -> (Int64, Bool) in
      let known = state.leads[input]
      let lead = known ?? max(0, -(buffer.decodingTime ?? 0))
      state.leads[input] = lead
      state.ends[input] = max(state.ends[input] ?? 0, buffer.start + (buffer.duration ?? 0))
      return (lead, known == nil)
    }
    // The muxer gets the time before 0 by an offset of the pad, because time stamps have no sign.
    if isFirst, lead > 0 { pipeline.advance(.input(input), by: MediaTime(nanoseconds: lead)) }
    var moved = buffer
    moved.start += lead
    moved.decodingTime = buffer.decodingTime.map { $0 + lead }
    return pipeline.push(moved, into: .input(input))
  }

  /// Ends an input.
  package func end(_ input: Int) {
    let pipeline = writingPipeline(for: input)
    state.update { _ = $0.ended.insert(input) }
    pipeline?.endInput(.input(input))
  }

  /// Ends all inputs and waits until the file is complete.
  ///
  /// - Throws: ``ExportError``.
  package func finish() async throws(ExportError) {
    for index in inputs.indices { end(index) }
    let task = state.update { state -> Task<Void, Never>? in
      if case .writing = state.stage {
        state.stage = .finishing
        state.pipeline?.releaseFromProgram()
      }
      return state.task
    }
    await task?.value
    if let failure { throw failure }
  }

  /// Stops writing; the file does not appear.
  package func cancel() { state.update { $0.task }?.cancel() }

  private static func write(
    _ plan: Plan, to path: String, as fileType: ExportFileType, _ state: Monitor<State>,
    _ onDemand: @escaping @Sendable (Int) -> Void
  ) async throws {
    try registerElements()
    let output = try PendingOutput(OutputName(path), overwriting: false)
    try await withPipeline(plan.graph(path: output.temporaryPath)) { pipeline in
      for index in plan.inputs.indices { pipeline.onDemand(of: .input(index)) { onDemand(index) } }
      // Movies contain the packets before the first sample, and their edit list leaves these out.
      if !fileType.isMovie, let priming = plan.priming {
        pipeline.advance(.encodedAudio, by: priming)
      }
      pipeline.holdForProgram()
      try pipeline.play()
      state.update { state in
        state.pipeline = pipeline
        state.stage = .writing
      }
      defer { state.update { $0.pipeline = nil } }
      try await pipeline.waitForEnd()
    }
    try Task.checkCancellation()
    try output.checkPresence()
    try plan.complete(output.temporaryPath, ends: state.update { $0.ends })
    try output.commit()
  }
}
