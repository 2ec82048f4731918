import CutawayModel
import CutawaySystem
import CutawayTime
import Foundation

/// Finds the beats of music with the command `aubio` of aubio, which is a program of its own because
/// of its licence.
enum BeatTracker {
  /// The sample rate that aubio's parameters are made for.
  static let sampleRate = 44_100

  /// Renders the sound to a temporary file, and lets aubio find the beats in it.
  ///
  /// - Parameter resolved: A composition of one sound.
  /// - Returns: The times of the beats, to the millisecond; the last one may lie behind the sound.
  /// - Throws: `ExportError` if the sound cannot be rendered, `BeatTrackerError` if aubio is missing or
  ///   fails, `CancellationError`.
  static func beats(of resolved: ResolvedComposition) async throws -> [MediaTime] {
    let files = FileManager.default
    let folder = try files.url(
      for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: files.temporaryDirectory,
      create: true)
    // A folder that cannot be removed is left to the system, which empties its temporary folder.
    defer { try? files.removeItem(at: folder) }
    let sound = folder.appendingPathComponent("sound.wav")
    try await ExportSession(resolved).export(to: sound, as: .wav)
    let output = folder.appendingPathComponent("beats")
    try Data().write(to: output)
    let errors = folder.appendingPathComponent("errors")
    try Data().write(to: errors)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["LC_ALL=C", "aubio", "beat", sound.path]
    process.standardInput = FileHandle.nullDevice
    // Files, because a pipe that nobody reads blocks a long song.
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try await process.runToEnd()
    try Task.checkCancellation()
    let status = process.terminationStatus
    // Exit status 127: `env` did not find the command.
    guard status != 127 else { throw BeatTrackerError.missing }
    guard status == 0 else {
      let text = try String(decoding: Data(contentsOf: errors), as: UTF8.self)
      throw BeatTrackerError.failed(
        text.split(separator: "\n").last.map(String.init) ?? "no reason reported")
    }
    // A line is a time in seconds. What else the program may print is no beat.
    return try String(decoding: Data(contentsOf: output), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
      .compactMap { Int64(exactly: ($0 * 1_000).rounded()) }
      .map { MediaTime($0, over: 1_000) }
  }
}

/// Why there are no beats.
enum BeatTrackerError: Error, CustomStringConvertible {
  case missing
  case failed(String)

  var description: String {
    switch self {
    case .missing:
      "the command 'aubio' finds the beats, and is missing: sudo apt-get install aubio-tools"
    case .failed(let reason): "aubio finds no beats: \(reason)"
    }
  }
}
