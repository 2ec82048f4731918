import Foundation
import Glibc
import TestSupport
import Testing

/// The output of an export on a terminal.
@Suite(.serialized) struct TerminalTests {
  private static let media = TestMedia(
    .mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 90))

  /// Runs an export that takes a while, and returns the terminal's contents.
  ///
  /// An interrupted export has hours of video, and receives the signal when its progress is shown.
  private func export(
    columns: Int, _ options: [String] = [], isInterrupted: Bool = false
  ) async throws -> (status: ChildProcess.Status, text: String) {
    let command = try Command(showing: "a.mkv", types: ["video"], end: "3")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: command.folder.file("a.mkv"))
    let edit = command.folder.file("edit.yaml")
    if isInterrupted {
      let text = try String(contentsOf: edit, encoding: .utf8)
      try Data(text.replacing("[0, 3]", with: "[0, 3], duration: 9000, loop: true").utf8)
        .write(to: edit)
    }
    let terminal = try PseudoTerminal(columns: columns)
    let before = try terminal.modes()
    let signal = ChildProcess.Signal(SIGINT, once: { _ in terminal.contentsSoFar.contains("%") })
    let outcome = try await ChildProcess(
      Command.path,
      ["export", "edit.yaml", "-o", "film.mp4", "--encoder-speed", "slow"] + options,
      directory: command.folder.url, signal: isInterrupted ? signal : nil, terminal: terminal
    ).run()
    // The terminal's settings are restored after any end.
    #expect(try terminal.modes() == before)
    return (outcome.status, terminal.contents())
  }

  @Test(arguments: [8, 20, 40, 80, 200])
  func `the progress bar fits on one line and is removed at the end`(columns: Int) async throws {
    let (status, text) = try await export(columns: columns)
    #expect(status == .exited(0))
    let parts = text.components(separatedBy: "\r\u{1B}[K")
    // After the bar is cleared, one line names the output.
    try #require(parts.count == 2)
    #expect(parts[1].hasPrefix("wrote film.mp4 in ") && parts[1].hasSuffix("s\r\n"))
    let bars = parts[0].split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
    #expect(!bars.isEmpty)
    #expect(bars.allSatisfy { $0.count < columns && !$0.contains("\n") })
    if columns >= 20 { #expect(bars.contains { $0.contains("%") }) }
    if columns >= 40 { #expect(bars.contains { $0.hasPrefix("[") }) }
  }

  @Test func `an interrupted export removes its progress bar`() async throws {
    let (status, text) = try await export(columns: 60, isInterrupted: true)
    #expect(status == .exited(130))
    #expect(text.hasSuffix("\r\u{1B}[K") || text.hasSuffix("\r\n"))
    #expect(text.contains("\r\u{1B}[K"))
  }

  @Test func `a failed export restores the terminal and prints the reason`()
    async throws
  {
    let (status, text) = try await export(columns: 80, ["--metadata", "date=soon"])
    #expect(status == .exited(64))
    #expect(text.contains("'soon' is not a date"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test(arguments: [10, 26, 80])
  func `the playback status fits on one line`(columns: Int) async throws {
    let command = try Command(showing: "a.mkv", types: ["video"], end: "1")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: command.folder.file("a.mkv"))
    let terminal = try PseudoTerminal(columns: columns)
    // It plays until it has shown its status.
    let status = "> 00:00:0"
    let outcome = try await ChildProcess(
      Command.path,
      ["play", "edit.yaml", "--video-sink", "fakesink sync=true", "--mute", "--loop"],
      directory: command.folder.url,
      signal: .init(SIGINT, once: { _ in terminal.contentsSoFar.contains(status) }),
      terminal: terminal
    ).run()
    #expect(outcome.status == .exited(130))
    let lines = terminal.contents().replacing("\u{1B}[K", with: "").split(separator: "\r")
    #expect(lines.contains { $0.hasPrefix(status) })
    #expect(lines.allSatisfy { $0.count < columns && !$0.contains("\n") }, "\(lines)")
  }

  @Test func `without a terminal, progress is one line per ten percent`() async throws {
    let command = try Command(showing: "a.mkv", types: ["video"], end: "3")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: command.folder.file("a.mkv"))
    let outcome = try await command.run(
      "export", "-o", "film.mp4", "--encoder-speed", "slow", "--frame-rate", "240")
    #expect(outcome.status == .exited(0))
    let lines = outcome.errorText.split(separator: "\n").map(String.init)
    #expect(lines.last?.hasPrefix("wrote film.mp4 in ") == true)
    let steps = try lines.dropLast().map { line in
      let match = try #require(line.wholeMatch(of: /([1-9])0 %, [0-9.e-]+x(, [0-9:]+ left)?/))
      return try #require(Int(match.output.1))
    }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(!outcome.errorText.contains("\u{1B}") && !outcome.errorText.contains("\r"))
  }

  @Test func `a quiet export prints nothing`() async throws {
    let (status, text) = try await export(columns: 80, ["--quiet"])
    #expect(status == .exited(0))
    #expect(text == "")
  }
}
