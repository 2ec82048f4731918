import Foundation
import Glibc
import TestSupport
import Testing

/// Exports that are killed or interrupted at any time.
///
/// `CUTAWAY_KILLS=200` sets the number of attempts of each kind. Each has its own seed.
@Suite(.serialized) struct KillTests {
  private static let count =
    ProcessInfo.processInfo.environment["CUTAWAY_KILLS"].flatMap { Int($0) } ?? 4
  private static let media = TestMedia(
    .mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 60),
    audio: .init(codec: .flac))

  /// A folder with an edit, and an old file with the output's name.
  private func command() async throws -> Command {
    let command = try Command(showing: "a.mkv", end: "1")
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: command.folder.file("a.mkv"))
    try Data("old".utf8).write(to: command.folder.file("film.mkv"))
    return command
  }

  /// A complete export, which differs from a partial one.
  private func export(
    _ command: Command, _ name: String = "film.mkv", signal: ChildProcess.Signal? = nil
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      Command.path,
      ["export", "edit.yaml", "-o", name, "--force", "--preset", "lossless", "--progress", "none"],
      directory: command.folder.url, signal: signal
    ).run()
  }

  private func isWhole(_ command: Command, _ name: String = "film.mkv") async throws -> Bool {
    try await RawVideo.read(command.folder.file(name)).frameNumbers() == Array(0..<30)
  }

  /// The usual duration of an export on this machine, from which random times are drawn.
  ///
  /// The tests accept each result that is right at some time, so the duration need not be exact.
  private func usualLength(_ command: Command) async throws -> Duration {
    let start = ContinuousClock.now
    let outcome = try await export(command)
    try #require(outcome.status == .exited(0), "\(outcome.errorText)")
    return ContinuousClock.now - start
  }

  private func moment(seed: Int, in length: Duration) -> Duration {
    var random = SeededGenerator(seed: UInt64(seed) &+ 4_711)
    return length * Double.random(in: 0...1.1, using: &random)
  }

  @Test(arguments: 0..<8)
  func `a signal during the start is not lost`(index: Int) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    // Hours of video: an export that does not end has missed the signal. The moment does not matter.
    let text = try String(contentsOf: command.folder.file("edit.yaml"), encoding: .utf8)
    try Data(text.replacing("[0, 1]", with: "[0, 1], duration: 9000, loop: true").utf8)
      .write(to: command.folder.file("edit.yaml"))
    let outcome = try await export(
      command, signal: .init(SIGINT, after: .milliseconds(15 + 30 * index)))
    #expect(outcome.status == .exited(130) || outcome.status == .signalled(Int(SIGINT)))
    #expect(try Data(contentsOf: command.folder.file("film.mkv")) == Data("old".utf8))
  }

  /// An export of hours of video, and signals while it runs.
  private func endless(
    _ command: Command, _ name: String, signals: [ChildProcess.Signal]
  ) async throws -> ChildProcess.Outcome {
    let text = try String(contentsOf: command.folder.file("edit.yaml"), encoding: .utf8)
    try Data(text.replacing("[0, 1]", with: "[0, 1], duration: 9000, loop: true").utf8)
      .write(to: command.folder.file("edit.yaml"))
    let preset = name.hasSuffix("mkv") ? ["--preset", "lossless"] : []
    var process = ChildProcess(
      Command.path, ["export", "edit.yaml", "-o", name, "--force"] + preset,
      directory: command.folder.url)
    process.signals = signals
    return try await process.run()
  }

  @Test(arguments: 0..<12, ["film.mkv", "picture-%07d.png"])
  func `a second signal leaves no hidden file`(index: Int, name: String) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    // Each third one at any moment, also during the start; the others while the export writes.
    let first = Duration.milliseconds(index % 3 == 0 ? 250 + 40 * index : 20 * index)
    func signal(_ number: Int32, after delay: Duration) -> ChildProcess.Signal {
      index % 3 == 0
        ? .init(number, after: delay)
        : .init(number, once: { _ in command.isWriting }, after: delay)
    }
    let outcome = try await endless(
      command, name,
      signals: [
        signal(SIGINT, after: first), signal(SIGTERM, after: first + .milliseconds(2 * index)),
      ])
    // Before the command handles signals, the signal itself ends it.
    let ends: [ChildProcess.Status] = [
      .exited(130), .exited(143), .signalled(Int(SIGINT)), .signalled(Int(SIGTERM)),
    ]
    #expect(ends.contains(outcome.status), "\(outcome.status)")
    #expect(try Data(contentsOf: command.folder.file("film.mkv")) == Data("old".utf8))
    #expect(try command.leftovers(besides: ["a.mkv"]) == ["film.mkv"])
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)])
  func `a cancelled export reports the cancellation`(number: Int32, code: Int) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    let outcome = try await endless(
      command, "film.mkv", signals: [.init(number, once: { _ in command.isWriting })])
    #expect(outcome.status == .exited(code))
    #expect(
      outcome.errorText.hasSuffix("the export was cancelled; 'film.mkv' has not been written\n"),
      "\(outcome.errorText)")
  }

  @Test func `an export killed at any time leaves the old file or the new one`() async throws {
    let command = try await command()
    defer { command.folder.remove() }
    let length = try await usualLength(command)
    for seed in 0..<Self.count {
      try Data("old".utf8).write(to: command.folder.file("film.mkv"))
      let killed = try await export(
        command, signal: .init(SIGKILL, after: moment(seed: seed, in: length)))
      #expect(killed.status == .signalled(Int(SIGKILL)) || killed.status == .exited(0))
      let film = try Data(contentsOf: command.folder.file("film.mkv"))
      if film != Data("old".utf8) {
        #expect(try await isWhole(command), "seed \(seed)")
      } else {
        #expect(killed.status != .exited(0), "seed \(seed)")
      }
      // The next export removes its leftovers.
      let next = try await export(command, "next.mkv")
      #expect(next.status == .exited(0), "seed \(seed): \(next.errorText)")
      #expect(
        try command.leftovers(besides: ["a.mkv"]) == ["film.mkv", "next.mkv"], "seed \(seed)")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)])
  func `a signal at any time leaves only the old file or the new one`(
    number: Int32, code: Int
  ) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    let length = try await usualLength(command)
    for seed in 0..<(Self.count + 2) / 3 {
      try Data("old".utf8).write(to: command.folder.file("film.mkv"))
      let outcome = try await export(
        command, signal: .init(number, after: moment(seed: 1_000 + seed, in: length)))
      let film = try Data(contentsOf: command.folder.file("film.mkv"))
      switch outcome.status {
      case .exited(0): #expect(try await isWhole(command), "seed \(seed)")
      // Before the command handles signals, the signal itself ends it.
      case .exited(code), .signalled(Int(number)):
        #expect(film == Data("old".utf8), "seed \(seed): \(outcome.errorText)")
      default: Issue.record("seed \(seed): \(outcome.status) \(outcome.errorText)")
      }
      #expect(try command.leftovers(besides: ["a.mkv"]) == ["film.mkv"], "seed \(seed)")
    }
  }

  @Test func `two exports to one folder do not touch each other's files`() async throws {
    let command = try await command()
    defer { command.folder.remove() }
    for _ in 0..<2 {
      async let first = export(command, "one.mkv")
      async let second = export(command, "two.mkv")
      async let third = export(command, "two.mkv")
      for outcome in try await [first, second, third] {
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
      }
      for name in ["one.mkv", "two.mkv"] { #expect(try await isWhole(command, name)) }
      #expect(
        try command.leftovers(besides: ["a.mkv"]) == ["film.mkv", "one.mkv", "two.mkv"])
    }
  }
}
