import Foundation
import Glibc
import TestSupport
import Testing

/// Sources that deliver nothing, or stop delivering.
@Suite(.serialized) struct HangTests {
  /// A composition with a pipe into which nobody writes.
  private func silentPipe() throws -> Command {
    let command = try Command(showing: "pipe.mkv", types: ["video"])
    try #require(unsafe mkfifo(command.folder.file("pipe.mkv").path, 0o600) == 0)
    return command
  }

  @Test(arguments: [["export", "-o", "film.mp4"], ["frame", "--at", "0", "-o", "frame.png"]])
  func `a pipe that never delivers is an error that names it`(words: [String]) async throws {
    let command = try silentPipe()
    defer { command.folder.remove() }
    let outcome = try await ChildProcess(
      Command.path, [words[0], "edit.yaml"] + words.dropFirst(), directory: command.folder.url
    ).run()
    #expect(outcome.status == .exited(66))
    #expect(outcome.errorText.contains("pipe.mkv"))
    #expect(try command.leftovers(besides: ["pipe.mkv"]) == [])
  }

  @Test func `with --on-missing gap, a pipe that never delivers is left out`() async throws {
    let command = try silentPipe()
    defer { command.folder.remove() }
    let outcome = try await command.run(
      "frame", "--at", "0", "-o", "frame.png", "--on-missing", "gap")
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorText.contains("warning") && outcome.errorText.contains("pipe.mkv"))
  }

  @Test func `a server that stalls is an error that names asset, segment and position`()
    async throws
  {
    let media = TestMedia(.mkv, video: .init(codec: .ffv1, frameCount: 150))
    let file = try await media.file()
    let server = try MediaServer(file.deletingLastPathComponent(), .stalling)
    defer { server.stop() }
    let location = server.uri(of: file.lastPathComponent)
    let command = try Command(showing: location, types: ["video"], end: "4.5")
    defer { command.folder.remove() }
    let outcome = try await command.run("export", "-o", "film.mkv", "--preset", "lossless")
    // Depending on the header, the stall occurs before the export or during it.
    #expect([.exited(1), .exited(66)].contains(outcome.status))
    #expect(outcome.errorText.contains(location))
    if outcome.status == .exited(1) {
      #expect(outcome.errorText.contains("segment 0") && outcome.errorText.contains(" s)"))
    }
    #expect(try command.leftovers() == [])
  }

  @Test(arguments: [("TERM", 143), ("INT", 130)])
  func `a signal ends a command that waits for a source`(signal: String, code: Int) async throws {
    let command = try silentPipe()
    defer { command.folder.remove() }
    // A shell, because it can wait until the command has opened the pipe, and then send the signal:
    // it then opens the pipe, but writes no data. Its background processes would ignore SIGINT.
    let script = """
      env --default-signal=INT "$0" export edit.yaml -o film.mp4 & child=$!
      exec 3>pipe.mkv
      kill -\(signal) $child
      wait $child
      """
    let outcome = try await ChildProcess(
      "bash", ["-c", script, Command.path], directory: command.folder.url
    ).run()
    #expect(outcome.status == .exited(code))
    #expect(try command.leftovers(besides: ["pipe.mkv"]) == [])
  }
}
