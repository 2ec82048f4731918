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
  /// Held while the pipeline is started, because the first frame may come beside other data.
  private let launching = NSLock()
  private let destination: Destination
  private let fileType: ExportFileType
  private let state = Monitor(State())
  /// Counts bytes of raw data that wait for the encoder.
  private static let room = 24 << 20

  /// Where the data go.
  package enum Destination: Sendable {
    /// Into a file at a path, which appears when it is complete.
    case file(String)
    /// To a program, in segments.
    case segments(SegmentOutput)
  }

  private struct State {
    var stage = Stage.new
    var pipeline: Pipeline?
    var task: Task<Void, Never>?
    /// How much earlier than its first presentation time each stream is decoded, in nanoseconds.
    var leads: [Int: Int64] = [:]
    /// The first presentation time of each stream in nanoseconds.
    var starts: [Int: Int64] = [:]
    /// The end of each stream in nanoseconds.
    var ends: [Int: Int64] = [:]
    var ended: Set<Int> = []
    /// What copied streams have before the start of the file.
    var prerolls: [Int: Preroll] = [:]
    /// The last frame of each encoded video stream, whose duration is not known yet.
    var held: [Int: HeldFrame] = [:]
    /// The end of the file in nanoseconds, if the program states it.
    var end: Int64?
    /// What starts the pipeline, and what came before it.
    var early = Early()
    /// The streams as they are written.
    var inputs: [Input] = []
  }

  /// What comes before the first frame, which decides how the file is written.
  private struct Early {
    var settings = Settings()
    var onDemand: @Sendable (Int) -> Void = { _ in }
    var buffers: [(input: Int, buffer: FilledBuffer, duration: Int64?)] = []
    var bytes = 0
    var timescales: [Int: Int32] = [:]
  }

  /// A frame that waits for the next one, which ends it.
  private struct HeldFrame {
    var buffer: FilledBuffer
    var start: Int64
    /// The duration that the program states, or the distance to the frame before.
    var duration: Int64?
  }

  /// What a writer does.
  private enum Stage {
    case new
    /// The first frame is awaited.
    case open
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
    /// Ticks per second of a movie; `nil` are those of its sound.
    package var timescale: Int?

    /// Creates settings without metadata.
    package init() {}
  }

  /// Creates a writer.
  package init(to destination: Destination, as fileType: ExportFileType, inputs: [Input]) {
    (self.destination, self.fileType, self.inputs) = (destination, fileType, inputs)
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
    state.update { ($0.early.settings, $0.early.onDemand) = (settings, onDemand) }
    guard inputs.contains(where: \.isOpen) else { return try launch(nil) }
    // Everything that can fail without the pipeline.
    _ = try Plan(inputs, fileType, settings, destination)
    if case .file(let path) = destination {
      do {
        _ = try PendingOutput(OutputName(path), overwriting: false)
      } catch {
        throw ExportError(error, writing: path)
      }
    }
    state.update { $0.stage = .open }
  }

  /// Decides the depth and the colours of a video stream, if its settings leave them open, by its first frame.
  ///
  /// - Returns: Those of the file.
  /// - Throws: ``ExportError`` if writing cannot start.
  package func picture(
    of input: Int, ifOpen first: PictureFormat
  ) throws(ExportError) -> PictureFormat {
    try launchIfOpen(first)
    return state.update { $0.inputs[input].picture } ?? PictureFormat()
  }

  /// Starts the pipeline if the first frame is awaited.
  private func launchIfOpen(_ first: PictureFormat?) throws(ExportError) {
    launching.lock()
    defer { launching.unlock() }
    guard state.update({ if case .open = $0.stage { true } else { false } }) else { return }
    try launch(first)
    guard let pipeline = state.update({ $0.pipeline }) else { return }
    let (early, ended) = state.update { state in
      defer { state.early = Early() }
      return (state.early, state.ended)
    }
    for (_, ticks) in early.timescales { pipeline.setTimescale(ticks, ofMuxerPad: "video_0") }
    for entry in early.buffers {
      // Refused only if the pipeline has failed, which the writer reports.
      _ = pipeline.push(entry.buffer, lasting: entry.duration, into: .input(entry.input))
    }
    for input in ended { pipeline.endInput(.input(input)) }
  }

  /// Keeps sound and packets that come before the first frame; `false` if they need not wait.
  private func keep(_ buffer: FilledBuffer, lasting duration: Int64?, for input: Int, _ size: Int)
    -> Bool
  {
    launching.withLock {
      state.update { state in
        guard case .open = state.stage else { return false }
        state.early.buffers.append((input, buffer, duration))
        state.early.bytes += size
        return true
      }
    }
  }

  private func launch(_ first: PictureFormat?) throws(ExportError) {
    let inputs = inputs.map { $0.completed(by: first) }
    let (settings, onDemand) = state.update { ($0.early.settings, $0.early.onDemand) }
    let plan = try Plan(inputs, fileType, settings, destination)
    state.update { ($0.stage, $0.inputs) = (.starting, inputs) }
    let (destination, state) = (destination, state)
    let task = Task.detached(executorPreference: BlockingThreads.shared) {
      var failure: ExportError?
      do {
        try await Self.write(plan, to: destination, state, onDemand)
      } catch is CancellationError {
        failure = ExportError(.cancelled, "the writer was cancelled")
      } catch {
        failure = ExportError(error, writing: destination.name)
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
      throw ExportError(.failed, "the elements that write '\(destination.name)' do not start")
    }
    try result.get()
    // What the streams requested meanwhile was refused.
    for index in inputs.indices { onDemand(index) }
  }

  /// Why writing ended; `nil` if it goes on or succeeded.
  package var failure: ExportError? {
    state.update { if case .done(let failure) = $0.stage { failure } else { nil } }
  }

  /// Whether an input has room for more.
  package func isReady(_ input: Int) -> Bool {
    let early = state.update { state -> Int? in
      if case .open = state.stage { state.early.bytes } else { nil }
    }
    if let early { return inputs[input].isOpen || early < Self.room }
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
  /// A frame for an encoder lasts until the next one.
  ///
  /// - Parameters:
  ///   - buffer: A decoding time before 0 moves the whole stream. Packets that are presented before 0 are in the file
  ///     if later ones need them, and are not shown.
  ///   - input: The index of the input.
  /// - Returns: Whether it was taken; else see ``failure``.
  package func append(_ buffer: FedBuffer, to input: Int) -> Bool {
    if case .video = inputs[input].coding {
      // The caller has asked for the picture's format, which has started the pipeline.
      return writingPipeline(for: input).map { hold(buffer, for: input, in: $0) } ?? false
    }
    guard hidesPackets(beforeZeroOf: input) else { return write(buffer, to: input) }
    let media = inputs[input].media
    return state.update { $0.prerolls[input, default: Preroll()].packets(with: buffer, of: media) }
      .allSatisfy { write($0, to: input) }
  }

  /// Writes a block of sound or a packet.
  private func write(_ buffer: FedBuffer, to input: Int) -> Bool {
    if case .segments(let output) = destination, inputs[input].media == .video, buffer.isKey {
      // The key frame is there: what counts is that it ends a segment after a flush.
      _ = output.startsSegment(frameAt: MediaTime(nanoseconds: buffer.start))
    }
    let hides = hidesPackets(beforeZeroOf: input)
    let (lead, isFirst) = state.update { state -> (Int64, Bool) in
      let known = state.leads[input]
      let lead = known ?? max(0, -(buffer.decodingTime ?? (hides ? buffer.start : 0)))
      state.leads[input] = lead
      if known == nil { state.starts[input] = buffer.start }
      state.ends[input] = max(state.ends[input] ?? 0, buffer.start + (buffer.duration ?? 0))
      return (lead, known == nil)
    }
    var moved = buffer
    moved.start += lead
    moved.decodingTime = buffer.decodingTime.map { $0 + lead }
    if state.update({ if case .open = $0.stage { true } else { false } }) {
      guard let filled = FilledBuffer(moved) else { return false }
      if keep(filled, lasting: buffer.duration, for: input, buffer.size) {
        if state.update({ $0.early.bytes }) < Self.room { return true }
        // The frames may come after all sound: their format is the usual one then.
        return (try? launchIfOpen(nil)) != nil
      }
    }
    // The first frame may be starting the pipeline.
    let found = launching.withLock { writingPipeline(for: input) }
    guard let pipeline = found else { return false }
    // The muxer gets decoding times before 0 by an offset of the pad, because time stamps have no sign. What is presented
    // before 0 stays, because later packets need it, and an edit list hides it.
    let advance = lead - (hides ? max(0, -buffer.start) : 0)
    if isFirst, advance > 0 {
      pipeline.advance(.input(input), by: MediaTime(nanoseconds: advance))
    }
    return pipeline.push(moved, into: .input(input))
  }

  /// Whether an edit list hides copied packets before 0.
  private func hidesPackets(beforeZeroOf input: Int) -> Bool {
    if case .copy = inputs[input].coding { fileType.isMovie } else { false }
  }

  /// Holds a frame, and writes the one before, which ends now.
  private func hold(_ buffer: FedBuffer, for input: Int, in pipeline: Pipeline) -> Bool {
    guard let filled = FilledBuffer(buffer) else { return false }
    let last = state.update { state in
      let last = state.held[input]
      state.held[input] = HeldFrame(
        buffer: filled, start: buffer.start,
        duration: buffer.duration ?? last.map { buffer.start - $0.start })
      if last == nil { state.starts[input] = buffer.start }
      state.ends[input] = buffer.start
      return last
    }
    let isPushed =
      last.map { last in
        pipeline.push(last.buffer, lasting: buffer.start - last.start, into: .input(input))
      } ?? true
    if case .segments(let output) = destination,
      output.startsSegment(frameAt: MediaTime(nanoseconds: buffer.start)), last != nil
    {
      // The first frame is a key frame, and a request before it would come before the format.
      pipeline.requestKeyFrame(at: buffer.start, from: .input(input))
    }
    return isPushed
  }

  /// Writes the last frame of a stream, which lasts until the end of the file, if that is stated.
  private func writeLast(of input: Int, in pipeline: Pipeline) {
    let last = state.update { state -> (frame: HeldFrame, duration: Int64)? in
      guard let frame = state.held.removeValue(forKey: input) else { return nil }
      if let end = state.end, end <= frame.start { return nil }
      let usual = frame.duration ?? Int64(1e9 / framesPerSecond(of: input))
      let duration = state.end.map { $0 - frame.start } ?? usual
      state.ends[input] = frame.start + duration
      return (frame, duration)
    }
    guard let last else { return }
    // Refused only if the pipeline has failed, which the writer reports.
    _ = pipeline.push(last.frame.buffer, lasting: last.duration, into: .input(input))
  }

  private func framesPerSecond(of input: Int) -> Double {
    if case .video(let settings) = inputs[input].coding { settings.framesPerSecond } else { 30 }
  }

  /// Why packets cannot be copied into the file; `nil` if they can.
  package func copyFault(of caps: String, in input: Int) -> String? {
    if fileType.container.copying?.takes(caps: caps, inputs[input].media) == true { return nil }
    return "\(fileType.rawValue) files cannot contain packets of \(caps.prefix { $0 != "," })"
  }

  /// Sets the ticks per second of a copied or encoded video track, before its first frame.
  package func setTimescale(_ ticks: Int32, of input: Int) {
    guard fileType.isMovie else { return }
    var ticks = ticks
    if case .segments = destination, (1..<10_000).contains(ticks) {
      // ffmpeg takes coarse ticks of fragments with an edit list for durations of one tick.
      ticks *= (10_000 + ticks - 1) / ticks
    }
    let isOpen = state.update { state in
      guard case .open = state.stage else { return false }
      state.early.timescales[input] = ticks
      return true
    }
    if isOpen { return }
    writingPipeline(for: input)?.setTimescale(ticks, ofMuxerPad: "video_0")
  }

  /// Ends a segment before the next frame, or after the sound so far if there is no picture.
  package func flushSegment() {
    guard case .segments(let output) = destination else { return }
    let hasPicture = inputs.contains { $0.media == .video }
    let end = state.update { $0.ends.values.max() ?? 0 }
    output.flush(after: hasPicture ? nil : MediaTime(nanoseconds: end))
  }

  /// Ends an input.
  package func end(_ input: Int) {
    let rest = state.update { $0.prerolls[input]?.packetsAtEnd() ?? [] }
    // Refused only if the pipeline has failed, which the writer reports.
    for packet in rest where !write(packet, to: input) { break }
    // The first frame may be starting the pipeline, after which nobody ends what has ended before.
    let (pipeline, isHeld) = launching.withLock {
      let pipeline = writingPipeline(for: input)
      return state.update { state in
        state.ended.insert(input)
        return (pipeline, state.held[input] != nil)
      }
    }
    // The end of the file may still move.
    if !isHeld { pipeline?.endInput(.input(input)) }
  }

  /// Ends all inputs and waits until the file is complete.
  ///
  /// - Parameter end: The end of the file: later frames and sound are not shown, and the last frame lasts until
  ///   then; `nil` if it follows from the last frame.
  /// - Throws: ``ExportError``.
  package func finish(at end: MediaTime? = nil) async throws(ExportError) {
    state.update { $0.end = end?.nanoseconds }
    try launchIfOpen(nil)
    for index in inputs.indices { self.end(index) }
    if let pipeline = state.update({ $0.pipeline }) {
      for index in inputs.indices {
        writeLast(of: index, in: pipeline)
        pipeline.endInput(.input(index))
      }
    }
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
  package func cancel() {
    let task = state.update { state in
      if case .open = state.stage {
        state.stage = .done(ExportError(.cancelled, "the writer was cancelled"))
      }
      return state.task
    }
    task?.cancel()
  }

  private static func write(
    _ plan: Plan, to destination: Destination, _ state: Monitor<State>,
    _ onDemand: @escaping @Sendable (Int) -> Void
  ) async throws {
    try registerElements()
    switch destination {
    case .file(let path):
      let output = try PendingOutput(OutputName(path), overwriting: false)
      try await run(plan, plan.graph(path: output.temporaryPath), state, onDemand)
      let (ends, leads, end) = state.update { state in
        (state.ends, state.leads.filter { (state.starts[$0.key] ?? 0) < 0 }, state.end)
      }
      if ends.isEmpty { throw Self.noSamples }
      try output.checkPresence()
      try plan.complete(
        output.temporaryPath, ends: ends.mapValues { min($0, end ?? .max) }, leads: leads)
      try output.commit()
    case .segments(let output):
      let segments = WrittenSegments(plan, output) { state.update { $0.starts } }
      try await run(plan, plan.graph(path: nil), state, onDemand) { try segments.take($0) }
      let ends = state.update { $0.ends }
      if ends.isEmpty { throw Self.noSamples }
      let picture = plan.inputs.firstIndex { $0.media == .video }
      try segments.finish(pictureEndingAt: picture.flatMap { ends[$0] })
    }
  }

  private static let noSamples = ExportError(.failed, "no samples were written")

  /// Runs the elements until the streams end.
  private static func run(
    _ plan: Plan, _ graph: PipelineGraph, _ state: Monitor<State>,
    _ onDemand: @escaping @Sendable (Int) -> Void,
    take: (@Sendable (MediaSample) throws -> Void)? = nil
  ) async throws {
    try await withPipeline(graph) { pipeline in
      for index in plan.inputs.indices { pipeline.onDemand(of: .input(index)) { onDemand(index) } }
      // Movies contain the packets before the first sample, and their edit list leaves these out.
      if !plan.fileType.isMovie, let priming = plan.priming {
        pipeline.advance(.encodedAudio, by: priming)
      }
      let readers = take.map { take -> @Sendable () async throws -> Void in
        let buffers = pipeline.buffers(from: .file)
        return { for await sample in buffers { try take(sample) } }
      }
      pipeline.holdForProgram()
      try pipeline.play()
      state.update { state in
        state.pipeline = pipeline
        state.stage = .writing
      }
      defer { state.update { $0.pipeline = nil } }
      try await pipeline.waitForEnd(of: readers.map { [$0] } ?? [])
    }
    try Task.checkCancellation()
  }
}

extension FileWriter.Destination {
  /// The name of the destination in messages.
  var name: String { if case .file(let path) = self { path } else { "segments" } }
}
