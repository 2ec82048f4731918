import Foundation
import TestSupport
import Testing

/// Likely mistakes that commands report.
@Suite struct WarningCommandTests {
  private static let text = """
    cutaway: 1
    render: {size: [320, 180], frameRate: 30}
    assets: {turned: turned.mov}
    tracks:
      - {id: v, type: video, segments: [{asset: turned, source: [0, 2]}]}
    instructions:
      - range: [0, 1]
        layers:
          - track: v
      - range: [1, 2]
        layers:
          - track: v
            transform:
              - {range: [1.5, 3], from: [{scale: 0.5}], to: fit}

    """
  /// The warnings that need the media, and the others.
  private static let probed = [
    "edit.yaml:5:37: warning: no track plays the sound of 'turned'",
    "edit.yaml:9:9: warning: the layer of 'v' shows 'turned' on its side",
  ]
  private static let alwaysReported = [
    "edit.yaml:14:13: warning: the layer of 'v' jumps at 1.5 s",
    "edit.yaml:14:13: warning: the transform ramp of 1.5–3 s goes on",
  ]

  /// Runs the command in a folder with the composition and a rotated clip with sound.
  private func run(
    _ arguments: [String], text: String = text, shell: Bool = false
  ) async throws -> (outcome: ChildProcess.Outcome, warnings: [String]) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let clip = try await TestMedia(
      .mov, video: .init(frameCount: 60, orientation: .rotate90), audio: .init()
    ).file()
    try FileManager.default.copyItem(at: clip, to: folder.file("turned.mov"))
    try Data(text.utf8).write(to: folder.file("edit.yaml"))
    let words = arguments.map { $0.replacing("$C", with: TestedPackage.command) }
    let outcome = try await ChildProcess(
      shell ? "sh" : TestedPackage.command, words, directory: folder.url
    ).run()
    let lines = outcome.errorText.split(separator: "\n").map(String.init)
    return (outcome, lines.filter { $0.contains("warning: ") }.sorted())
  }

  private func expect(_ warnings: [String], _ starts: [String]) {
    #expect(warnings.count == starts.count, "\(warnings)")
    for (warning, start) in zip(warnings, starts.sorted()) {
      #expect(warning.hasPrefix(start), "\(warning)")
    }
  }

  @Test func `validate reports likely mistakes, and more where it opens the media`() async throws {
    let (plain, warnings) = try await run(["validate", "edit.yaml"])
    #expect(plain.status == .exited(0))
    #expect(plain.errorText.hasSuffix("edit.yaml: valid\n"))
    expect(warnings, Self.alwaysReported)
    let (opened, more) = try await run(["validate", "--probe", "edit.yaml"])
    #expect(opened.status == .exited(0))
    expect(more, Self.probed + Self.alwaysReported)
  }

  @Test func `an export reports likely mistakes and completes`() async throws {
    let (outcome, warnings) = try await run(["export", "edit.yaml", "-o", "film.mkv", "--quiet"])
    #expect(outcome.status == .exited(0))
    expect(warnings, Self.probed + Self.alwaysReported)
  }

  @Test func `an export does not report mistakes outside its range`() async throws {
    let (part, warnings) = try await run(
      ["export", "edit.yaml", "-o", "film.mkv", "--range", "0,1"])
    #expect(part.status == .exited(0))
    expect(warnings, Self.probed)
    let (pictures, others) = try await run(["export", "edit.yaml", "-o", "f-%d.png"])
    #expect(pictures.status == .exited(0))
    expect(others, [Self.probed[1]] + Self.alwaysReported)
  }

  // Overlays are checked where the media are opened, before the range is known.
  @Test func `a layer outside of the range of an export or a frame causes no warning`() async throws
  {
    let text = """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {turned: turned.mov}
      sequence: [{asset: turned, source: [0, 2]}]
      overlays:
        - {text: "\\U0010FFFD \\u200D", range: [1, 2]}
        - {text: late, range: [3, 4]}

      """
    let missing = "edit.yaml:6:5: warning: no font has the character"
    let late = "edit.yaml:7:5: warning: the layer is never visible"
    for (words, isFound) in [
      (["export", "edit.yaml", "-o", "f.mkv", "-q"], true),
      (["export", "edit.yaml", "-o", "f.mkv", "-q", "--range", "0,1"], false),
      (["frame", "edit.yaml", "-o", "f.png", "--at", "1.5"], true),
      (["frame", "edit.yaml", "-o", "f.png", "--at", "0.5"], false),
    ] {
      let (outcome, warnings) = try await run(words, text: text)
      #expect(outcome.status == .exited(0), "\(outcome.errorText)")
      #expect(warnings.contains { $0.hasPrefix(missing) } == isFound, "\(words) \(warnings)")
      if !isFound { #expect(!warnings.contains { $0.hasPrefix(late) }, "\(words) \(warnings)") }
    }
  }

  @Test func `warnings of the rows of a table name the row`() async throws {
    let text = """
      cutaway: 1
      vars: {at: {type: time}}
      render: {size: [320, 180], frameRate: 30}
      assets: {turned: turned.mov}
      sequence: [{asset: turned, source: [0, 1]}]
      overlays: [{text: A, range: ["${at}", 9]}]

      """
    let table = "'at\n0\n5\n'"
    let (outcome, warnings) = try await run(
      [
        "-c",
        "printf \(table) >rows.csv; $C export edit.yaml --each rows.csv -o '{row}.mkv' -q",
      ], text: text, shell: true)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(warnings.count >= 1)
    let unseen = "rows.csv:3: row 2: edit.yaml:6:12: warning: the layer is never visible"
    #expect(warnings.contains { $0.hasPrefix(unseen) }, "\(warnings)")
    #expect(!warnings.contains { $0.hasPrefix("rows.csv:2") && $0.contains("never visible") })
  }

  @Test func `a composition without mistakes has no warnings`() async throws {
    let text = """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {turned: turned.mov}
      tracks:
        - {id: v, type: video, segments: [{asset: turned, source: [0, 1]}]}
        - {id: s, type: audio, segments: [{asset: turned, source: [0, 1]}]}
      instructions:
        - range: [0, 1]
          layers: [{track: v, transform: fit}]

      """
    for words in [["validate", "--probe"], ["export", "-o", "film.mkv"]] {
      let (outcome, warnings) = try await run(words + ["edit.yaml"], text: text)
      #expect(outcome.status == .exited(0))
      expect(warnings, [])
    }
  }

  @Test(arguments: [("4000", true), ("400k", false)])
  func `a video bit rate that is probably in kilobits causes a warning`(
    rate: String, isReported: Bool
  ) async throws {
    let (outcome, warnings) = try await run(
      ["export", "edit.yaml", "-o", "film.mp4", "--video-bitrate", rate, "--range", "0,1"])
    #expect(outcome.status == .exited(0))
    let isFound = warnings.contains { $0.contains("did you mean \(rate)k?") }
    #expect(isFound == isReported, "\(warnings)")
  }

  @Test(arguments: [("--video-bitrate", "800"), ("--audio-bitrate", "128")])
  func `a bit rate below all encoders' minimum is an error with a suggestion`(
    option: String, rate: String
  ) async throws {
    let (outcome, _) = try await run(["export", "edit.yaml", "-o", "film.mp4", option, rate])
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains("did you mean \(rate)k?"), "\(outcome.errorText)")
  }
}
