import ArgumentParser
import Cutaway
import CutawaySystem
import CutawayTime
import Foundation
import Synchronization

/// An export by several processes on this machine, each of which renders parts.
struct PartJobs: Sendable {
  var session: ExportSession
  var fileType: ExportFileType
  /// The number of processes at once.
  var jobs: Int
  /// The usual length of chunks in seconds.
  var chunkLength: MediaTime
  var output: String
  var overwrites: Bool
  var display: ProgressDisplay

  /// Several parts for each process even out their different speeds.
  private static let partsPerJob = 4

  /// Renders all parts into a hidden folder beside the output, and joins them.
  ///
  /// - Throws: ``ExportError``, or the exit code of a process that failed.
  func run() async throws {
    let plan = try await session.renderPlan(as: fileType, chunkLength: chunkLength)
    let count = min(plan.chunks.count, jobs * Self.partsPerJob)
    let parts = try TemporaryParts(beside: OutputName(output).path)
    defer { withExtendedLifetime(parts) {} }
    let meter = JobMeter(plan, display)
    let (folder, fileType, digest) = (parts.folder.path, fileType, plan.digest)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<min(jobs, count + 1) {
        group.addTask {
          while let part = meter.takePart(upTo: count) {
            try Task.checkCancellation()
            try await PartProcess(
              part: part, of: count, plan: digest, folder: folder, fileType: fileType
            ).runRepeatedly { meter.record($0, of: part) }
          }
        }
      }
      // The first failure cancels the others, which ends their processes.
      try await group.waitForAll()
    }
    let summary = try await PartsFolder(parts.folder).join(
      to: output, overwriting: overwrites, onWarning: display.show)
    if let summary { display.show(summary) }
    display.complete()
  }
}

/// The parts that are not taken yet, and the sum of the progress of all processes.
private final class JobMeter: Sendable {
  private let next = Atomic<Int>(0)
  private let frames = Mutex<[Int: Int64]>([:])
  private let plan: RenderPlan
  private let display: ProgressDisplay
  private let start = ContinuousClock.now

  init(_ plan: RenderPlan, _ display: ProgressDisplay) {
    self.plan = plan
    self.display = display
  }

  /// The next part; `nil` after the last one.
  ///
  /// Part 0 comes first: the sound of the whole takes longest.
  func takePart(upTo last: Int) -> Int? {
    let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return part <= last ? part : nil
  }

  func record(_ count: Int64, of part: Int) {
    let done = frames.withLock { frames in
      frames[part] = max(frames[part] ?? 0, count)
      // The sound is a small part of the work.
      return frames.reduce(Int64(0)) { $1.key == 0 ? $0 : $0 + $1.value }
    }
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let time = plan.frameDuration * Int(done), duration = plan.frameDuration * Int(plan.frameCount)
    let fraction = min(0.999, Double(done) / Double(max(1, plan.frameCount)))
    let rate = time.seconds / max(elapsed, 0.001)
    display.show(
      ExportProgress(
        fractionCompleted: fraction, time: time, duration: duration, framesRendered: done,
        rate: rate, timeLeft: rate > 0 ? .seconds((duration - time).seconds / rate) : nil,
        bytesWritten: 0))
  }
}

/// A process that renders one part, with the options of this process.
private struct PartProcess {
  var part: Int
  var of: Int
  var plan: String
  var folder: String
  var fileType: ExportFileType

  /// How often a part is rendered whose process ends in a way that may be due to the machine.
  private static let attempts = 3

  /// Runs the process, and again if it fails for a reason that may have gone the next time.
  ///
  /// - Parameter onProgress: Called with the number of rendered frames.
  /// - Throws: The exit code of its last run, if it is not 0.
  func runRepeatedly(onProgress: @escaping @Sendable (Int64) -> Void) async throws {
    for _ in 1..<Self.attempts {
      do {
        return try await run(onProgress: onProgress)
      } catch let code as ExitCode where [Exit.failed, Exit.incomplete].contains(code) {
        try Task.checkCancellation()
        tell("warning: part \(part) failed, and is rendered again")
      }
    }
    try await run(onProgress: onProgress)
  }

  /// Runs the process to its end.
  ///
  /// A cancellation ends it like a signal. It also ends if this process is killed, because its
  /// input then ends.
  ///
  /// - Parameter onProgress: Called with the number of rendered frames.
  /// - Throws: Its exit code, if it is not 0.
  func run(onProgress: @escaping @Sendable (Int64) -> Void) async throws {
    let process = Process(), input = Pipe(), output = Pipe()
    process.executableURL = URL(fileURLWithPath: CurrentProcess.executablePath)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    do {
      try await process.runToEnd {
        forEachLine(of: output) { line in
          if let frames = frames(in: line) { onProgress(frames) }
        }
      }
    } catch {
      throw fail("error: cannot start a process for part \(part): \(error)", Exit.failed)
    }
    withExtendedLifetime(input) {}
    try Task.checkCancellation()
    guard process.terminationReason == .exit else {
      throw fail(
        "error: the process of part \(part) was ended by signal \(process.terminationStatus)",
        Exit.failed)
    }
    if process.terminationStatus != 0 { throw ExitCode(process.terminationStatus) }
  }

  /// The arguments of this process, with those of a part in place of `--jobs` and the output.
  private var arguments: [String] {
    var own = Array(CommandLine.arguments.dropFirst())
    for name in ["--jobs", "--output", "-o"] {
      while let index = own.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) {
        own.removeSubrange(index..<min(own.count, index + (own[index] == name ? 2 : 1)))
      }
    }
    // Of an option that is given twice, the last one counts.
    let options = [
      "--part", "\(part)/\(of)", "--plan", plan, "--output", folder, "--progress", "json",
      "--file-type", fileType.rawValue, "--end-with-input",
    ]
    own.insert(contentsOf: options, at: own.firstIndex(of: "--") ?? own.count)
    return own
  }
}

/// Ends this process like a signal when its standard input ends.
func endWhenInputEnds() {
  Thread.detachNewThread {
    let input = ByteInput.standard
    do {
      while input.isReady(within: nil) {
        if let bytes = try input.read(upTo: 64), bytes.isEmpty { break }
      }
    } catch {
      // An input that cannot be read has ended, too.
    }
    Signal.terminate.send(to: ProcessInfo.processInfo.processIdentifier)
  }
}

/// Reads lines in a thread of its own until the output ends.
///
/// `FileHandle.readabilityHandler` is not used: with several processes at once, swift-corelibs-foundation
/// 6.3 sometimes crashes when the output ends.
private func forEachLine(of output: Pipe, _ body: @escaping @Sendable (String) -> Void) {
  Thread.detachNewThread {
    // Closed by the pipe, which this thread keeps.
    let input = ByteInput(descriptor: output.fileHandleForReading.fileDescriptor)
    defer { withExtendedLifetime(output) {} }
    var rest: [UInt8] = []
    do {
      while input.isReady(within: nil) {
        // A signal interrupted the call.
        guard let bytes = try input.read(upTo: 4096) else { continue }
        if bytes.isEmpty { break }
        rest += bytes
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.popLast().map(Array.init) ?? []
        for line in lines { body(String(decoding: line, as: UTF8.self)) }
      }
    } catch {
      // An output that cannot be read has ended, too. It only carries progress.
    }
  }
}

/// The number of frames in a line of progress; `nil` for other lines.
private func frames(in line: String) -> Int64? {
  struct Progress: Decodable { var frames: Int64 }
  // Other lines are no progress.
  return (try? JSONDecoder().decode(Progress.self, from: Data(line.utf8)))?.frames
}
