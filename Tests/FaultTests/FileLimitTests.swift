import Foundation
import Glibc
import TestSupport
import Testing

/// Output files that exceed a limit of the system.
@Suite struct FileLimitTests {
  @Test(arguments: ["film.mkv", "film.mov"])
  func `exceeding a system limit names the file and the cause, and leaves no files`(
    name: String
  ) async throws {
    let media = TestMedia(.mkv, video: .init(codec: .ffv1, width: 320, height: 180, frameCount: 60))
    let command = try Command(showing: "a.mkv", types: ["video"], end: "2")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await media.file(), to: command.folder.file("a.mkv"))
    let preset = name.hasSuffix("mkv") ? "lossless" : "proRes422"
    // In blocks of 1024 bytes.
    let outcome = try await ChildProcess(
      "bash",
      [
        "-c", "ulimit -f 20; exec \"$0\" export edit.yaml -o \"$1\" --quiet --preset \"$2\"",
        Command.path, name, preset,
      ], directory: command.folder.url
    ).run()
    #expect(outcome.status == .exited(73))
    // The clip is larger than the picture: a warning comes before.
    let first = outcome.errorText.split(separator: "\n").first { $0.hasPrefix("error: ") }
    // In the language of the system: see `LanguageTests`.
    #expect(first == "error: cannot write '\(name)': \(unsafe String(cString: strerror(EFBIG)))")
    #expect(try command.leftovers(besides: ["a.mkv"]).isEmpty)
  }
}
