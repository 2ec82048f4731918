import ArgumentParser
import Cutaway
import CutawaySystem
import CutawayTime
import Foundation

/// The options that divide an export among processes.
struct PartArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Renders one part into the folder of --output: 1 to N for the picture, 0 for the sound. 'auto' \
      takes the number from \(Self.variables.joined(separator: ", ")).
      """, valueName: "K/N"))
  var part: String?
  @Option(help: "The usual length of the chunks of the picture in seconds, from 2 to 120.")
  var chunk: Int?
  @Option(
    help: """
      Renders only if the plan has this digest, which 'cutaway parts' prints: sha256 and 64 digits.
      """)
  var plan: String?
  @Option(
    help: """
      Renders with this number of processes at once on this machine. 'auto' is a quarter of the \
      cores, if the memory suffices.
      """)
  var jobs: String?
  @Flag(help: .hidden)
  var endWithInput = false

  /// The variables in which array systems state the index of a task.
  static let variables = [
    "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "PBS_ARRAY_INDEX",
    "LSB_JOBINDEX",
  ]

  /// The memory that a process is expected to need, in bytes.
  private static let memoryPerJob = Int64(1) << 30

  /// Checks the options against each other, and against options that a division excludes.
  func check(against excluded: [String?]) throws {
    if part != nil, jobs != nil { throw ValidationError("give either --part or --jobs") }
    if plan != nil, part == nil { throw ValidationError("--plan needs --part") }
    if chunk != nil, part == nil, jobs == nil {
      throw ValidationError("--chunk needs --part or --jobs")
    }
    if let chunk, !RenderPlan.chunkLengths.contains(MediaTime(Int64(chunk))) {
      throw ValidationError("--chunk: \(chunk) is not between 2 and 120 seconds")
    }
    if let jobs, jobs != "auto", Int(jobs).map({ (1...1000).contains($0) }) != true {
      throw ValidationError("--jobs: '\(jobs)' is not 'auto' or a number from 1 to 1000")
    }
    if part != nil || jobs != nil, let option = excluded.compactMap(\.self).first {
      throw ValidationError(
        "\(option) cannot be used with \(part == nil ? "--jobs" : "--part"): parts do not know of "
          + "each other")
    }
    // Read again when it runs; checked here, because a wrong number is wrong usage.
    _ = try chosenPart()
  }

  /// The usual length of chunks.
  var chunkLength: MediaTime {
    chunk.map { MediaTime(Int64($0)) } ?? RenderPlan.usualChunkLength
  }

  /// The number of processes; `nil` for one export in this process.
  var jobCount: Int? {
    guard let jobs else { return nil }
    if let count = Int(jobs) { return count }
    let fitting = CurrentProcess.availableMemory.map { Int($0 / Self.memoryPerJob) } ?? .max
    return max(1, min(CurrentProcess.processorCount / 4, fitting))
  }

  /// The part to render; `nil` without `--part`.
  func chosenPart() throws -> ExportPart? {
    guard let text = part else { return nil }
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let count = Int(halves[1]), ExportPart.counts.contains(count) else {
      throw ValidationError("--part: '\(text)' is not of the form 3/8 or auto/8")
    }
    let number = halves[0] == "auto" ? try automaticNumber() : Int(halves[0])
    guard let number, (0...count).contains(number) else {
      throw ValidationError(
        "--part: there is no part \(number.map(String.init) ?? String(halves[0])) of \(count); parts "
          + "are 0 (the sound) to \(count)")
    }
    var part = ExportPart(number, of: count)
    part.chunkLength = chunkLength
    part.plan = plan
    return part
  }

  private func automaticNumber() throws -> Int {
    let environment = ProcessInfo.processInfo.environment
    let set = Self.variables.compactMap { name in environment[name].map { (name, $0) } }
    guard let (name, text) = set.first else {
      throw ValidationError(
        "--part auto: none of \(Self.variables.joined(separator: ", ")) is set")
    }
    if let (other, value) = set.first(where: { $0.1 != text }) {
      throw ValidationError("--part auto: \(name) is \(text), but \(other) is \(value)")
    }
    guard let number = Int(text) else {
      throw ValidationError("--part auto: \(name) is '\(text)', which is not a number")
    }
    return number
  }
}
