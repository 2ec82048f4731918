import Foundation
import Glibc
import TestSupport
import Testing

/// `localedef -i de_DE -f UTF-8 de_DE.UTF-8` creates the locale.
private let hasGermanLocale: Bool = {
  guard let german = unsafe newlocale(1 << LC_MESSAGES, "de_DE.UTF-8", nil) else { return false }
  unsafe freelocale(german)
  return true
}()

/// GStreamer's packages have the translations, unless the system leaves them out.
private let hasGermanTexts = FileManager.default.fileExists(
  atPath: "/usr/share/locale/de/LC_MESSAGES/gstreamer-1.0.mo")

/// A process with a German locale, as graphical programs set it: GStreamer and the system report
/// errors in German then, and no decision may depend on their text.
@Suite(
  .enabled(if: hasGermanLocale, "no locale de_DE.UTF-8"),
  .enabled(if: hasGermanTexts, "no German texts of GStreamer"))
struct LanguageTests {
  /// Runs a shell's line in German; `$0` is the command.
  private func run(_ line: String, in command: Command) async throws -> ChildProcess.Outcome {
    let source = command.folder.file("german.c"), library = command.folder.file("german.so")
    try """
    #include <locale.h>
    __attribute__((constructor)) static void german(void) { setlocale(LC_ALL, ""); }
    """.write(to: source, atomically: true, encoding: .utf8)
    try await ChildProcess("clang", ["-shared", "-fPIC", "-o", library.path, source.path]).check()
    return try await ChildProcess(
      "bash", ["-c", line, Command.path],
      environment: [
        "LD_PRELOAD": library.path, "LANG": "de_DE.UTF-8", "LANGUAGE": "de", "LC_ALL": nil,
      ], directory: command.folder.url
    ).run()
  }

  @Test func `a full disk is reported with its cause`() async throws {
    let media = TestMedia(.mkv, video: .init(codec: .ffv1, width: 320, height: 180, frameCount: 60))
    let command = try Command(showing: "a.mkv", types: ["video"], end: "2")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await media.file(), to: command.folder.file("a.mkv"))
    let outcome = try await run(
      "ulimit -f 20; exec \"$0\" export edit.yaml -o film.mkv --quiet --preset lossless",
      in: command)
    #expect(outcome.status == .exited(73))
    #expect(outcome.errorText.contains("'film.mkv': Die Datei ist zu groß"), "\(outcome.errorText)")
  }

  @Test func `an error reports endless redirects`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let server = try MediaServer(folder.url, .redirecting)
    defer { server.stop() }
    let location = server.uri(of: "film.mp4")
    let command = try Command(showing: location)
    defer { command.folder.remove() }
    let outcome = try await run("exec \"$0\" probe \(location)", in: command)
    #expect(outcome.errorText.contains("redirects in a loop"), "\(outcome.errorText)")
  }
}
