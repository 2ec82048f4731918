import Foundation
import Glibc
import TestSupport
import Testing

/// Callers that close standard streams or ignore signals.
@Suite(.serialized) struct StandardStreamTests {
  private func command() async throws -> Command {
    let command = try Command(showing: "a.mkv", types: ["video"], end: "1")
    try FileManager.default.copyItem(
      at: try await TestMedia(
        .mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 30)
      ).file(), to: command.folder.file("a.mkv"))
    return command
  }

  /// Runs a line of bash, in which `$0` is the command.
  private func shell(_ line: String, in command: Command) async throws -> ChildProcess.Outcome {
    try await ChildProcess("bash", ["-c", line, Command.path], directory: command.folder.url).run()
  }

  private func isWhole(_ command: Command) async throws -> Bool {
    try await RawVideo.read(command.folder.file("film.mp4")).frameNumbers() == Array(0..<30)
  }

  @Test(arguments: [
    "2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "--progress json >/dev/full",
    "--progress json >&-", "--progress json | true", "2>&1 | true",
  ])
  func `an export continues if its messages cannot be written`(ending: String) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    let outcome = try await shell(
      "set -o pipefail; \"$0\" export edit.yaml -o film.mp4 \(ending)", in: command)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(try await isWhole(command))
    #expect(try command.leftovers(besides: ["a.mkv"]) == ["film.mp4"])
  }

  @Test(arguments: [
    ("validate nofile.yaml", 66), ("export nofile.yaml -o film.mp4", 66),
    ("export edit.yaml -o film.xyz", 64), ("probe nofile.mp4", 66),
  ])
  func `a failure keeps its exit code if its message cannot be written`(
    arguments: String, code: Int
  ) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    for ending in ["2>/dev/full", "2>&-"] {
      #expect(try await shell("\"$0\" \(arguments) \(ending)", in: command).status == .exited(code))
    }
  }

  @Test(arguments: [
    "build edit.yaml", "expand edit.yaml", "probe a.mkv", "doctor", "effects gamma",
  ])
  func `an unwritable result is a failure, but a closed pipe is not`(
    arguments: String
  ) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    let full = try await shell("\"$0\" \(arguments) >/dev/full", in: command)
    #expect(full.status == .exited(73))
    #expect(full.errorText.contains("cannot write to standard output"))
    // 141 is a shell's status of a program that SIGPIPE has ended.
    let unread = try await shell(
      "\"$0\" \(arguments) | true; exit ${PIPESTATUS[0]}", in: command)
    #expect([.exited(141), .exited(0)].contains(unread.status))
    #expect(unread.errorText == "")
  }

  @Test(arguments: ["HUP", "INT"])
  func `a signal that the caller ignores does not end an export`(
    signal: String
  ) async throws {
    let command = try await command()
    defer { command.folder.remove() }
    let outcome = try await shell(
      """
      trap '' \(signal)
      "$0" export edit.yaml -o film.mp4 & id=$!
      while kill -\(signal) $id 2>/dev/null; do sleep 0.02; done
      wait $id
      """, in: command)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(try await isWhole(command))
  }
}
