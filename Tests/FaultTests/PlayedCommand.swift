import Foundation
import Glibc
import TestSupport
import Testing

/// A running `cutaway play`, which gets keys and outputs a status line and frames.
final class PlayedCommand: Sendable {
  /// The folder with a file for each shown frame.
  let frames: TemporaryDirectory
  private let keys: FileHandle
  private let terminal: PseudoTerminal
  private let run: Task<ChildProcess.Outcome, any Error>

  /// The contents of the status line.
  struct Status: Equatable {
    var isPlaying: Bool
    /// In hundredths of a second, rounded down.
    var time: Int
    var rate: Double
  }

  /// Starts to play `edit.yaml` of a folder, 320×180 pixels large.
  init(in folder: TemporaryDirectory, _ options: [String]) throws {
    frames = try TemporaryDirectory()
    terminal = try PseudoTerminal(columns: 120)
    let pipe = frames.url.path + ".keys"
    let isMade = unsafe mkfifo(pipe, 0o600) == 0
    try #require(isMade)
    // Also for reading, so that opening it does not block.
    let descriptor = unsafe open(pipe, O_RDWR | O_CLOEXEC)
    keys = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let sink = "video/x-raw,format=I420 ! multifilesink sync=true location=\(frames.url.path)/%07d"
    let play = ChildProcess(
      "sh",
      [
        "-c", "pipe=$1; shift; exec \"$@\" <\"$pipe\"", "sh", pipe, Command.path, "play",
        "edit.yaml", "--mute",
      ]
        + ["--video-sink", sink] + options, directory: folder.url, timeout: .seconds(900),
      terminal: terminal)
    run = Task { try await play.run() }
  }

  deinit {
    run.cancel()
    frames.remove()
    try? FileManager.default.removeItem(atPath: frames.url.path + ".keys")
  }

  func press(_ text: String) { keys.write(Data(text.utf8)) }

  /// Ends it.
  func quit() async throws -> ChildProcess.Status {
    press("q")
    return try await run.value.status
  }

  /// Everything the terminal shows so far.
  var text: String { terminal.contentsSoFar }

  var status: Status? {
    let line = #/([>=]) (\d\d):(\d\d):(\d\d)\.(\d\d) / [0-9:.]+(?:  (-?[0-9.]+)x)?/#
    guard let found = text.suffix(400).matches(of: line).last?.output,
      let hours = Int(found.2), let minutes = Int(found.3), let seconds = Int(found.4),
      let hundredths = Int(found.5)
    else { return nil }
    return Status(
      isPlaying: found.1 == ">", time: ((hours * 60 + minutes) * 60 + seconds) * 100 + hundredths,
      rate: found.6.flatMap { Double($0) } ?? 1)
  }

  /// The files of the frames shown so far.
  ///
  /// The newest may be incomplete.
  func shown() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: frames.url.path).sorted()
      .map { frames.file($0).path }
  }

  /// The frame in a file; `nil` if the file is incomplete.
  static func frame(at path: String) -> RawFrame? {
    let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
    let size = RawFormat.i420.frameSize(width: 320, height: 180)
    return bytes.count == size
      ? RawFrame(format: .i420, width: 320, height: 180, bytes: bytes) : nil
  }

  /// Resumes from pause.
  ///
  /// - Returns: The frame that was shown during the pause.
  func frameOfStandstill() async throws -> RawFrame {
    let before = try shown().count
    press(" ")
    try await wait { try shown().count > before + 1 }
    return try #require(Self.frame(at: shown()[before]))
  }

  /// Waits until a condition holds, for at most two minutes.
  func wait(until condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try !condition() {
      try #require(ContinuousClock.now < end, "\(text.suffix(600))")
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
