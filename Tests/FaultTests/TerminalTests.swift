import Foundation
import Glibc
import TestSupport
import Testing

/// What an export shows on a terminal.
@Suite(.serialized) struct TerminalTests {
  private static let media = TestMedia(
    .mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 90))

  /// Runs an export that takes a while, and returns what a terminal shows of it.
  private func export(
    columns: Int, _ options: [String] = [], signal: ChildProcess.Signal? = nil
  ) async throws -> (status: ChildProcess.Status, text: String) {
    let command = try Command(showing: "a.mkv", types: ["video"], end: "3")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: command.folder.file("a.mkv"))
    let terminal = try PseudoTerminal(columns: columns)
    let outcome = try await ChildProcess(
      Command.path,
      ["export", "edit.yaml", "-o", "film.mp4", "--encoder-speed", "slow"] + options,
      directory: command.folder.url, signal: signal, terminal: terminal
    ).run()
    return (outcome.status, terminal.contents())
  }

  @Test(arguments: [8, 20, 40, 80, 200])
  func `the bar fits on one line, and is taken away at the end`(columns: Int) async throws {
    let (status, text) = try await export(columns: columns)
    #expect(status == .exited(0))
    let parts = text.components(separatedBy: "\r\u{1B}[K")
    // After the bar is cleared, one line says what has been made.
    try #require(parts.count == 2)
    #expect(parts[1].hasPrefix("wrote film.mp4 in ") && parts[1].hasSuffix("s\r\n"))
    let bars = parts[0].split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
    #expect(!bars.isEmpty)
    #expect(bars.allSatisfy { $0.count < columns && !$0.contains("\n") })
    if columns >= 20 { #expect(bars.contains { $0.contains("%") }) }
    if columns >= 40 { #expect(bars.contains { $0.hasPrefix("[") }) }
  }

  @Test func `an interrupted export takes its bar away`() async throws {
    let (status, text) = try await export(
      columns: 60, signal: .init(SIGINT, after: .milliseconds(700)))
    #expect(status == .exited(130) || status == .exited(0) || status == .signalled(Int(SIGINT)))
    if status == .exited(130), text.contains("%") {
      #expect(text.hasSuffix("\r\u{1B}[K") || text.hasSuffix("\r\n"))
      #expect(text.contains("\r\u{1B}[K"))
    }
  }

  @Test func `a quiet export says nothing`() async throws {
    let (status, text) = try await export(columns: 80, ["--quiet"])
    #expect(status == .exited(0))
    #expect(text == "")
  }
}
