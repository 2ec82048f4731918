import Foundation
import TestSupport
import Testing

/// Compositions that `cutaway new` writes.
@Suite(.serialized) struct NewCommandTests {
  private func run(
    _ script: String, in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      "bash", ["-c", script], environment: ["C": TestedPackage.command], directory: folder.url,
      timeout: .seconds(120)
    ).run()
  }

  @Test(arguments: ["social", "slideshow", "podcast"])
  func `a template without files can be exported at once`(kind: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let outcome = try await run(
      """
      $C new \(kind) --title 'A "quoted" title' -o edit.yaml && \
      $C export edit.yaml -o film.mkv --preset lossless --size 192x108 --range 0,0.2 2>&1
      """, in: folder)
    // Warnings would be defects of the template.
    #expect(!outcome.outputText.contains("warning"), "\(outcome.outputText)")
    #expect(outcome.status == .exited(0), "\(outcome.outputText)\(outcome.errorText)")
    // An existing file stays.
    let again = try await run("$C new \(kind) -o edit.yaml", in: folder)
    #expect(
      again.status == .exited(73) && again.errorText.contains("edit.yaml"), "\(again.errorText)")
  }

  @Test(arguments: ["social", "slideshow", "podcast"])
  func `files take their places by what they are`(kind: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let words =
      #"[{"word": "Hello", "start": 0, "end": 0.5}, {"word": "world", "start": 0.5, "end": 1}]"#
    try Data(words.utf8).write(to: folder.file("words.json"))
    let outcome = try await run(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=192x108:r=25:d=2 'it is "mine".mkv'
      ffmpeg -v error -f lavfi -i color=red:s=64x64 -frames:v 1 photo.png
      ffmpeg -v error -f lavfi -i sine=440:d=3 voice.wav
      ffmpeg -v error -f lavfi -i sine=220:d=5 song.flac
      mkdir edits
      $C new \(kind) voice.wav photo.png song.flac *.mkv words.json -o edits/edit.yaml
      cat edits/edit.yaml
      $C validate --probe edits/edit.yaml >&2
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let text = outcome.outputText
    // A podcast has one voice, which is the longest sound.
    let expected =
      kind == "podcast"
      ? ["voice: \"../song.flac\"", "image: \"../photo.png\"", "style: karaoke"]
      : ["music: {asset: \"../song.flac\"", "\"../photo.png\"", #"../it is \"mine\".mkv"#]
    for part in expected { #expect(text.contains(part), "\(part) in \(text)") }
    if kind == "social" { #expect(text.contains("[{asset: \"../voice.wav\"}]"), "\(text)") }
  }

  @Test(arguments: [false, true])
  func `one sound beside films is the voice only if there are words`(hasWords: Bool) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data(#"[{"word": "Hello", "start": 0, "end": 0.5}]"#.utf8)
      .write(to: folder.file("words.json"))
    let outcome = try await run(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=192x108:r=25:d=2 film.mkv
      ffmpeg -v error -f lavfi -i sine=440:d=3 sound.wav
      $C new social film.mkv sound.wav \(hasWords ? "words.json" : "")
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let text = outcome.outputText
    #expect(text.contains("music: {asset: ") != hasWords, "\(text)")
    #expect(text.contains("id: voice") == hasWords, "\(text)")
  }

  @Test func `an unreadable file is an error that names it`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let outcome = try await run("$C new social missing.mp4 -o edit.yaml", in: folder)
    #expect(outcome.status == .exited(66) && outcome.errorText.contains("missing.mp4"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("edit.yaml").path))
  }
}
