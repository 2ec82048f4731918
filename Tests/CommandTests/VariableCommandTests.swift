import Foundation
import TestSupport
import Testing

/// `--set`, `--vars` and `--each` as a shell passes them.
@Suite(.serialized) struct VariableCommandTests {
  private static let edit = """
    cutaway: 1
    vars: {clip: {type: file}, from: 0, width: 160}
    render: {size: ["${width}", 180], frameRate: 30}
    tracks:
      - {id: v, type: video, segments: [{asset: "${clip}", source: {start: "${from}", duration: 1}}]}

    """

  /// A folder with two clips in `media`, and an edit in `edits`.
  private func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for name in ["edits", "media"] {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
    }
    for clip in 1...2 {
      let media = TestMedia(video: .init(frameCount: 60, clip: UInt8(clip)))
      try FileManager.default.copyItem(
        at: try await media.file(), to: folder.file("media/\(clip).mp4"))
    }
    try Data(Self.edit.utf8).write(to: folder.file("edits/edit.yaml"))
    return folder
  }

  private func run(
    _ script: String, in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      "bash", ["-c", script], environment: ["C": TestedPackage.command], directory: folder.url,
      timeout: .seconds(120)
    ).run()
  }

  @Test func `paths start from where they are given`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try Data(#"{"clip": "../media/1.mp4", "width": 320}"#.utf8)
      .write(to: folder.file("edits/vars.json"))
    let outcome = try await run(
      """
      $C validate --probe edits/edit.yaml --set clip=media/1.mp4 &&
      $C validate --probe edits/edit.yaml --vars edits/vars.json &&
      cd edits && $C export edit.yaml --vars vars.json --set width=160 --set from=0.5 \\
        -o ../film.mkv --preset lossless -q
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let frames = try await RawVideo.read(folder.file("film.mkv"))
    #expect(frames.count == 30)
    #expect(frames.first?.width == 160)
  }

  @Test func `each row of a table is an export`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try Data("name,clip,from\nfirst,1.mp4,\nsecond,2.mp4,1\nthird,1.mp4,0.5\n".utf8)
      .write(to: folder.file("media/rows.csv"))
    let outcome = try await run(
      """
      $C export edits/edit.yaml --set width=320 --each media/rows.csv --jobs 2 \\
        -o '{row}-{name}.mkv' --preset lossless
      """, in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("3/3: wrote 3-third.mkv"))
    let first = [("1-first.mkv", 0), ("2-second.mkv", 30), ("3-third.mkv", 15)]
    for (name, start) in first {
      #expect(
        try await RawVideo.read(folder.file(name)).frameNumbers() == Array(start..<start + 30))
    }
  }

  @Test(arguments: [
    (
      "--each rows.csv -o film.mp4", "name,clip\na,1.mp4\nb,2.mp4\n", 64,
      "rows 1 and 2 would have the same file, 'film.mp4'"
    ),
    ("--each rows.csv -o '{x}.mp4'", "name,clip\na,1.mp4\n", 64, "there is no column 'x'"),
    (
      "--each rows.csv -o '{name}.mp4'", "name,clip\n../a,1.mp4\n", 64,
      "rows.csv:2: '../a' in the column 'name' cannot be part of the name of a file"
    ),
    ("--each rows.csv -o '{row}.mp4'", "clip\n", 64, "rows.csv has no rows"),
    (
      "--each rows.csv -o '{row}.mp4'", "clip,tilte\n1.mp4,x\n", 65,
      "the file declares no variable 'tilte', which rows.csv:2 sets"
    ),
    (
      "--each rows.csv -o '{row}.mp4'", "clip,from\n1.mp4,0\n1.mp4,now\n", 65,
      "rows.csv:3: row 2:\nedits/edit.yaml:2:28: error: the variable 'from' is a number, not the text "
        + "'now', which rows.csv:3 states"
    ),
    ("--each none.csv -o '{row}.mp4'", "", 66, "there is no file 'none.csv'"),
    ("-o a.mp4 --set clip", "", 64, "--set: 'clip' is not of the form name=value"),
    ("-o a.mp4", "", 65, "edits/edit.yaml:2:8: error: the variable 'clip' has no value"),
  ])
  func `what cannot be is an error, and nothing is written`(
    options: String, table: String, status: Int, message: String
  ) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    if !table.isEmpty { try Data(table.utf8).write(to: folder.file("rows.csv")) }
    let outcome = try await run("$C export edits/edit.yaml \(options)", in: folder)
    #expect(outcome.status == .exited(status), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.filter { $0.hasSuffix(".mp4") } == [])
  }

  @Test func `a row that fails does not stop the others`() async throws {
    let folder = try await folder()
    defer { folder.remove() }
    try Data("clip,from\nmedia/1.mp4,0\nmedia/gone.mp4,0\nmedia/2.mp4,0\n".utf8)
      .write(to: folder.file("rows.csv"))
    let outcome = try await run(
      "$C export edits/edit.yaml --each rows.csv -o '{row}.mkv' --preset lossless", in: folder)
    #expect(outcome.status == .exited(66), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("rows.csv:3: row 2, '2.mkv':"))
    #expect(outcome.errorText.contains("1 of 3 rows failed"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.filter { $0.hasSuffix(".mkv") }.sorted() == ["1.mkv", "3.mkv"])
  }

  @Test func `a sequence whose clip is missing ends with the code of a missing input`() async throws
  {
    let folder = try await folder()
    defer { folder.remove() }
    try Data("cutaway: 1\nsequence: [media/1.mp4, media/gone.mp4]\n".utf8)
      .write(to: folder.file("s.yaml"))
    for verb in ["validate", "expand", "build"] {
      let outcome = try await run("$C \(verb) s.yaml", in: folder)
      #expect(outcome.status == .exited(66), "\(outcome.errorText)")
      #expect(outcome.errorText.hasPrefix("s.yaml:2:25: error: cannot use 'media/gone.mp4': "))
    }
    let good = try await run(
      "sed -i s/gone/2/ s.yaml; $C expand s.yaml >e.yaml && $C validate e.yaml && $C expand e.yaml | cmp - e.yaml",
      in: folder)
    #expect(good.status == .exited(0), "\(good.errorText)")
  }
}
