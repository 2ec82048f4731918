import Foundation
import TestSupport
import Testing

/// The command from outside, as a shell runs it.
@Suite struct CommandTests {
  private func cutaway(
    _ arguments: String..., input: String = "", in folder: TemporaryDirectory? = nil
  ) async throws -> (code: Int32, output: String, error: String) {
    let outcome = try await ChildProcess(
      TestedPackage.command, arguments,
      directory: folder?.url ?? TestedPackage.root, input: Data(input.utf8)
    ).run()
    guard case .exited(let code) = outcome.status else {
      Issue.record("ended by a signal: \(outcome.status) \(outcome.errorText)")
      return (-1, outcome.outputText, outcome.errorText)
    }
    return (Int32(code), outcome.outputText, outcome.errorText)
  }

  private let sample = """
    cutaway: 1
    render: {size: [320, 180], frameRate: 30}
    assets: {a: a.mp4}
    tracks:
      - id: v
        type: video
        segments: [{asset: a, source: [0, 1]}]

    """

  /// A folder with the sample and its clip.
  private func folder(_ text: String? = nil) async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let clip = try await TestMedia(video: .init(frameCount: 60), audio: .init()).file()
    try FileManager.default.copyItem(at: clip, to: folder.file("a.mp4"))
    try Data((text ?? sample).utf8).write(to: folder.file("edit.yaml"))
    return folder
  }

  private func names(in folder: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test(arguments: [
    [], ["export"], ["play"], ["frame"], ["sheet"], ["build"], ["validate"], ["expand"], ["probe"],
    ["title"], ["effects"], ["new-effect"],
  ])
  func `help shows an example`(verb: [String]) async throws {
    let outcome = try await ChildProcess(
      TestedPackage.command, verb + ["--help"]
    ).check()
    #expect(outcome.outputText.contains("Example:"))
  }

  @Test(arguments: ["lowerThird", "center", "caption"])
  func `title puts a text over a film, or prints the composition`(style: String) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let title = ["title", "One\\nTwo", "a.mp4", "--style", style, "--at", "0.2", "--duration", "1"]
    let printed = try await ChildProcess(
      TestedPackage.command, title + ["--print"], directory: folder.url
    ).check().outputText
    #expect(printed.contains("text: One") || printed.contains("One\\nTwo"))
    try Data(printed.utf8).write(to: folder.file("title.yaml"))
    for arguments in [
      title + ["-o", "direct.mkv", "--preset", "lossless"],
      ["export", "title.yaml", "-o", "printed.mkv", "--preset", "lossless"],
    ] {
      _ = try await ChildProcess(
        TestedPackage.command, arguments, directory: folder.url
      ).check()
    }
    #expect(
      try Data(contentsOf: folder.file("direct.mkv"))
        == Data(contentsOf: folder.file("printed.mkv")))
  }

  @Test(arguments: [
    (["", "a.mp4", "--print"], 64, "the text is empty"),
    (["A", "no.mp4", "--print"], 66, "there is no such file"),
    (["A", "a.mp4", "--print", "--at", "9"], 64, "does not lie in the film"),
    (["A", "a.mp4"], 64, "give either --output or --print"),
  ])
  func `an unusable title is an error`(
    arguments: [String], code: Int, message: String
  ) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let outcome = try await ChildProcess(
      TestedPackage.command, ["title"] + arguments, directory: folder.url
    ).run()
    #expect(outcome.status == .exited(code))
    #expect(outcome.errorText.contains(message))
  }

  @Test func `effects lists GStreamer's and ours`() async throws {
    let outcome = try await ChildProcess(
      TestedPackage.command, ["effects"]
    ).check()
    let lines = outcome.outputText.split(separator: "\n"), mark = "filter: "
    let names = lines.filter { !$0.hasPrefix(mark) }.map { $0.prefix { $0 != " " } }
    #expect(names.contains("gamma") && names.contains("vignette"))
    #expect(!names.contains("filesrc") && !names.contains("x264enc"))
    #expect(names == names.sorted())
    let filters = lines.filter { $0.hasPrefix(mark) }
      .map { $0.dropFirst(mark.count).prefix { $0 != " " } }
    #expect(filters.contains("sepiaTone") && filters == filters.sorted())
    // Filters with several pictures are none.
    #expect(!filters.contains("multiplyBlendMode") && !filters.contains("areaAverage"))
  }

  @Test func `an export has the right length and prints nothing else`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway("export", "edit.yaml", "-o", "film.mp4", in: folder)
    #expect(result.code == 0)
    #expect(result.output.isEmpty)
    let film = try await RawVideo.read(folder.file("film.mp4"))
    #expect(film.count == 30)
    #expect(film.frameNumbers().map { $0 } == Array(0..<30))
    #expect(try names(in: folder) == ["a.mp4", "edit.yaml", "film.mp4"])
  }

  @Test func `an existing output is kept unless forced`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try Data("old".utf8).write(to: folder.file("film.mp4"))
    let refused = try await cutaway("export", "edit.yaml", "-o", "film.mp4", in: folder)
    #expect(refused.code == 73)
    #expect(refused.error.contains("film.mp4") && refused.error.contains("--force"))
    #expect(try String(contentsOf: folder.file("film.mp4"), encoding: .utf8) == "old")
    let forced = try await cutaway("export", "edit.yaml", "-o", "film.mp4", "--force", in: folder)
    #expect(forced.code == 0)
    #expect(try Data(contentsOf: folder.file("film.mp4")).count > 1_000)
  }

  @Test(arguments: [
    (["-o", "film.avi"], "mkv"), (["-o", "film.gif"], "mkv"),
    (["-o", "film.wav", "--video-codec", "h264"], "mp4"),
  ])
  func `an unknown extension is an error that lists the file types`(
    words: [String], says: String
  ) async throws {
    let folder = try await folder(sample + "export: {fileType: mp4}\n")
    defer { folder.remove() }
    let outcome = try await ChildProcess(
      TestedPackage.command,
      ["export", "edit.yaml"] + words, directory: folder.url
    ).run()
    #expect(outcome.status == .exited(64))
    #expect(outcome.errorText.contains(says))
    #expect(try names(in: folder) == ["a.mp4", "edit.yaml"])
  }

  @Test(arguments: [
    ("no/such/folder/film.mp4", "no/such/folder"), (".", "directory"),
    ("edit.yaml/film.mp4", "Not a directory"),
  ])
  func `an output that cannot be created is an error`(path: String, says: String) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway(
      "export", "edit.yaml", "-o", path, "--file-type", "mp4", in: folder)
    #expect(result.code == 73)
    #expect(result.error.contains(says))
    #expect(try names(in: folder) == ["a.mp4", "edit.yaml"])
  }

  @Test(arguments: [
    ("opactiy: 1", "opacity"), ("opacity: 2", "2"), ("opacity: .nan", "opacity"),
    ("effects: [{element: nosuch}]", "nosuch"),
    ("effects: [{element: vignette, strength: 7}]", "strength"),
    ("effects: [{element: vignette, strenght: 1}]", "strength"),
    ("effects: [{element: filesrc}]", "filesrc"),
  ])
  func `an invalid layer is an error with its position`(
    line: String, says: String
  ) async throws {
    let text =
      sample + """
        instructions:
          - range: [0, 1]
            layers:
              - track: v
                \(line)

        """
    let folder = try await folder(text)
    defer { folder.remove() }
    for verb in ["validate", "build"] {
      let result = try await cutaway(verb, "edit.yaml", in: folder)
      #expect(result.code == 65)
      #expect(result.error.contains(says))
      #expect(result.error.contains("edit.yaml:12:"))
    }
  }

  @Test func `a composition from standard input is read`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway("build", "-", input: sample, in: folder)
    #expect(result.code == 0)
    #expect(result.output.contains("tracksrc"))
    let empty = try await cutaway("validate", "-", input: "", in: folder)
    #expect(empty.code == 65)
  }

  @Test(arguments: [
    ("play", "autovideosink"), ("still", "appsink"),
    ("export", "filesink name=file location=film.mp4"),
  ])
  func `build prints the graph of each purpose`(purpose: String, end: String) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway("build", "edit.yaml", "--for", purpose, in: folder)
    #expect(result.code == 0)
    #expect(result.output.contains(end))
    #expect(try !names(in: folder).contains("film.mp4"))
  }

  @Test func `a tree that is too long for a line needs a folder for files`() async throws {
    // A text has at most 10,000 characters.
    let text = String(repeating: "x", count: 9_000)
    let folder = try await folder(
      sample + "\noverlays:\n" + String(repeating: "  - text: \(text)\n", count: 8))
    defer { folder.remove() }
    let refused = try await cutaway("build", "edit.yaml", in: folder)
    #expect(refused.code == 64)
    #expect(refused.error.contains("--files DIR"))
    let result = try await cutaway("build", "edit.yaml", "--files", "trees", in: folder)
    #expect(result.code == 0)
    let file = folder.file("trees/overlays.json").path
    #expect(result.output.contains("location=\(file)") && !result.output.contains("tree="))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(text))
  }

  @Test func `inputs that cannot be read have a code of their own`() async throws {
    let folder = try await folder(
      sample.replacing("a: a.mp4", with: "a: missing.mp4"))
    defer { folder.remove() }
    let asset = try await cutaway("export", "edit.yaml", "-o", "x.mp4", in: folder)
    #expect(asset.code == 66)
    #expect(asset.error.contains("missing.mp4"))
    #expect(asset.error.contains("edit.yaml:3:"))
    #expect(try await cutaway("validate", "edit.yaml", in: folder).code == 0)
    #expect(try await cutaway("validate", "--probe", "edit.yaml", in: folder).code == 66)
    #expect(try await cutaway("validate", "none.yaml", in: folder).code == 66)
    #expect(try await cutaway("build", ".", in: folder).code == 66)
    #expect(try await cutaway("probe", "none.mp4", in: folder).code == 66)
    try Data("no media at all".utf8).write(to: folder.file("missing.mp4"))
    let junk = try await cutaway("export", "edit.yaml", "-o", "x.mp4", in: folder)
    #expect(junk.code == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.mp4").path))
  }

  @Test func `a source range past its asset is an error with its place`() async throws {
    let folder = try await folder(sample.replacing("[0, 1]", with: "[0, 10]"))
    defer { folder.remove() }
    let result = try await cutaway("export", "edit.yaml", "-o", "x.mp4", in: folder)
    #expect(result.code == 65)
    #expect(result.error.contains("edit.yaml:7:"))
    #expect(result.error.contains("'a' lasts 2"))
  }

  @Test func `wrong usage has the code 64`() async throws {
    #expect(try await cutaway("export").code == 64)
    #expect(try await cutaway("nonsense").code == 64)
    let folder = try await folder()
    defer { folder.remove() }
    for arguments in [
      ["export", "edit.yaml", "-o", "x.mp4", "--range", "3"],
      ["export", "edit.yaml", "-o", "x.mp4", "--preset", "best"],
      ["export", "edit.yaml", "-o", "x.xyz"],
      ["frame", "edit.yaml", "--at", "7", "-o", "x.png"],
      ["frame", "edit.yaml", "--at", "one", "-o", "x.png"],
    ] {
      let outcome = try await ChildProcess(
        TestedPackage.command, arguments,
        directory: folder.url
      ).run()
      #expect(outcome.status == .exited(64), "\(arguments) \(outcome.errorText)")
    }
  }

  @Test func `an interrupted export leaves nothing behind`() async throws {
    let folder = try await folder(sample.replacing("[0, 1]", with: "[0, 1], duration: 3000"))
    defer { folder.remove() }
    let script = """
      env --default-signal=INT \
      "\(TestedPackage.command)" export edit.yaml -o film.mp4 & \
      until [ -n "$(find . -name '*.cutaway-partial' -size +0)" ]; do
        kill -0 $! || exit
        sleep 0.05
      done
      kill -INT $!; wait $!; echo $?
      """
    let outcome = try await ChildProcess(
      "bash", ["-m", "-c", script], directory: folder.url
    ).run()
    #expect(outcome.outputText == "130\n", "\(outcome.errorText)")
    #expect(try names(in: folder) == ["a.mp4", "edit.yaml"])
  }

  @Test func `expanding is idempotent`() async throws {
    for name in ["guide", "transform-ramp", "effects"] {
      let once = try await cutaway("expand", "pipelines/\(name).yaml").output
      let twice = try await cutaway("expand", "-", input: once).output
      #expect(!once.isEmpty)
      #expect(once == twice)
    }
  }

  @Test func `a frame is written as PNG in the composition's size`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let result = try await cutaway(
      "frame", "edit.yaml", "--at", "0.5", "--at", "20f", "-o", "f-%d.png", in: folder)
    #expect(result.code == 0)
    for (index, frame) in [15, 20].enumerated() {
      let picture = try await RawVideo.read(folder.file("f-\(index).png"), as: .gray8)
      #expect(picture.width == 320 && picture.height == 180)
      #expect(picture.first?.code()?.frame == UInt16(frame))
    }
  }

  @Test func `the command's elements and the plugins' do not conflict`() async throws {
    let folder = try await folder(
      sample + """
        instructions:
          - range: [0, 1]
            layers:
              - {track: v, transform: [{scale: 0.5}], effects: [{element: vignette}]}

        """)
    defer { folder.remove() }
    let outcome = try await ChildProcess(
      TestedPackage.command,
      ["frame", "edit.yaml", "--at", "0.5", "-o", "f.png"],
      environment: TestedPackage.pluginEnvironment(registry: folder.file("registry")),
      directory: folder.url
    ).run()
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(!outcome.errorText.contains("CRITICAL") && !outcome.errorText.contains("WARNING"))
  }

  @Test func `without a display, a window is an error, and another sink plays to the end`()
    async throws
  {
    let folder = try await folder()
    defer { folder.remove() }
    let none: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
    let refused = try await ChildProcess(
      TestedPackage.command, ["play", "edit.yaml"], environment: none, directory: folder.url
    ).run()
    #expect(refused.status == .exited(1))
    #expect(refused.errorText.contains("no display"))
    let played = try await ChildProcess(
      TestedPackage.command, ["play", "edit.yaml", "--video-sink", "fakesink sync=true", "--mute"],
      environment: none, directory: folder.url
    ).run()
    #expect(played.status == .exited(0), "\(played.errorText)")
  }
}
