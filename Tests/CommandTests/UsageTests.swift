import Foundation
import TestSupport
import Testing

/// The messages about wrong arguments.
@Suite struct UsageTests {
  /// Runs a script in a folder with a composition and its clip; `$C` is the command.
  private func run(
    _ script: String
  ) async throws -> (outcome: ChildProcess.Outcome, names: [String]) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let clip = try await TestMedia(video: .init(frameCount: 60), audio: .init()).file()
    try FileManager.default.copyItem(at: clip, to: folder.file("a.mp4"))
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 1]}]}]

      """
    try Data(text.utf8).write(to: folder.file("edit.yaml"))
    let outcome = try await ChildProcess(
      "bash", ["-c", script],
      environment: ["C": TestedPackage.command],
      directory: folder.url
    ).run()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return (outcome, names.filter { !["a.mp4", "edit.yaml"].contains($0) }.sorted())
  }

  @Test(arguments: [
    ("export", "-o x.mp4 --range 3", "--range: '3' is not a range"),
    ("export", "-o x.mp4 --preset best", "--preset: 'best' is not one of"),
    ("export", "-o x.mp4 --frame-rate 0.00001", "'0.00001' is not a frame rate from 0.001"),
    ("export", "-o x.mp4 --frame-rate fast", "'fast' is not a frame rate"),
    ("frame", "--at 7 -o x.png", "--at: 7 s lies outside the composition"),
    ("build", "--video-sink ''", "--video-sink: give the name of a sink"),
    ("build", "--audio-sink ' '", "--audio-sink: give the name of a sink"),
    ("frame", "--at 0 --at 1f -o -", "several times need a %d"),
    ("export", "-o -", "--output: standard output has no extension: give --file-type"),
    ("export", "-o - --file-type ts --jobs 2", "standard output cannot be used with --jobs"),
    ("play", "--sink fakesink", "--sink: expected 'video.' or 'audio.'"),
    (
      "play", "--sink 'audio. ! fakesink'",
      "--sink sends 'audio.', but the composition has no sound"
    ),
    (
      "build", "--sink 'audio. ! fakesink'",
      "--sink sends 'audio.', but the composition has no sound"
    ),
    ("play", "--sink 'video. ! fakesink' --http 0", "give either --sink or --http"),
    (
      "play", "--sink 'video. ! fakesink' --video-sink fakesink",
      "--sink cannot be used with --video-sink"
    ),
  ])
  func `a usage error shows the usage of its verb`(
    verb: String, options: String, message: String
  ) async throws {
    let (outcome, names) = try await run("$C \(verb) edit.yaml \(options)")
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("Usage: cutaway \(verb) "), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("See 'cutaway \(verb) --help'"), "\(outcome.errorText)")
    #expect(outcome.output.isEmpty && names.isEmpty)
  }

  @Test func `help knows its verbs`() async throws {
    for verb in ["export", "frame", "doctor", "help"] {
      #expect(try await run("$C help \(verb)").outcome.status == .exited(0))
    }
    #expect(try await run("$C help").outcome.status == .exited(0))
    let (outcome, _) = try await run("$C help foo")
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains("there is no verb 'foo'"))
  }

  @Test(arguments: [
    "$C export edit.yaml -o $'lat\\xe9.mkv'", "$C frame edit.yaml --at 0 -o $'lat\\xe9.png'",
    "$C export edit.yaml --output=$'lat\\xe9.mkv'", "$C validate $'lat\\xe9.yaml'",
  ])
  func `a name that is not UTF-8 is refused`(script: String) async throws {
    let (outcome, names) = try await run(script)
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains("is not UTF-8"), "\(outcome.errorText)")
    #expect(names.isEmpty)
  }

  @Test(arguments: ["x%9999999d.png", "x%99999999999999999999999d.png", "x%21d.png", "x%x.png"])
  func `a placeholder for too many digits is an error with a short message`(name: String)
    async throws
  {
    let (outcome, names) = try await run("$C export edit.yaml -o '\(name)'")
    #expect(outcome.status == .exited(73))
    #expect(outcome.errorText.contains("needs one placeholder for the frame number"))
    #expect(outcome.errorText.utf8.count < 1_000)
    #expect(names.isEmpty)
  }

  @Test func `frame numbers are padded to the requested width`() async throws {
    let (outcome, names) = try await run(
      "$C frame edit.yaml --at 0 --at 1f -o 'f-%03d.png' && $C frame edit.yaml --at 0 -o g-%d.png")
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(names == ["f-000.png", "f-001.png", "g-0.png"])
  }

  @Test func `a frame goes to standard output`() async throws {
    let (outcome, names) = try await run(
      "$C frame edit.yaml --at 5f -o - >x.png && $C frame edit.yaml --at 5f -o y.png && cmp x.png y.png"
    )
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(names == ["x.png", "y.png"])
    let (piped, _) = try await run("$C frame edit.yaml --at 0 --format jpeg -o - | cat")
    #expect(piped.output.starts(with: [0xFF, 0xD8]))
  }
}
