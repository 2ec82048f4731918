import Foundation
import TestSupport
import Testing

/// What the command prints if a source fails while it is read: file, line and column of the asset.
@Suite(.serialized) struct FailingSourceTests {
  /// A film of a second, whose images are in a series; the fourth of five is damaged.
  private static func folder() async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let media = FFmpegMedia(
      "mkv", ["-c:v", "png"], video: .init(width: 64, height: 48, frameCount: 5))
    let outcome = try await ChildProcess(
      "/usr/bin/ffmpeg",
      ["-v", "error", "-i", try await media.file().path, "-c", "copy", "f%d.png"],
      directory: folder.url
    ).run()
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let image = try Data(contentsOf: folder.file("f3.png"))
    try image.prefix(60).write(to: folder.file("f4.png"))
    try Data(
      """
      cutaway: 1
      render: {size: [64, 48], frameRate: 5}
      assets:
        s: {uri: "f%d.png", frameRate: 5}
      tracks:
        - {id: v, type: video, segments: [{asset: s, source: [0, 1]}]}

      """.utf8
    ).write(to: folder.file("inner.yaml"))
    try Data(
      """
      cutaway: 1
      render: {size: [64, 48], frameRate: 5}
      assets: {c: {color: black}, n: inner.yaml}
      tracks:
        - id: v
          type: video
          segments: [{asset: c, source: [0, 1]}, {asset: n, source: [0, 1]}]

      """.utf8
    ).write(to: folder.file("outer.yaml"))
    return folder
  }

  private func run(
    _ arguments: [String], in folder: TemporaryDirectory
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(Command.path, arguments, directory: folder.url).run()
  }

  @Test(arguments: [
    ["export", "inner.yaml", "-o", "film.mkv", "--progress", "none"],
    ["export", "inner.yaml", "-o", "a.mkv", "-o", "b.mp4", "--progress", "none"],
    ["frame", "inner.yaml", "--at", "0.6", "-o", "still.png"],
    ["play", "inner.yaml", "--video-sink", "fakesink", "--audio-sink", "fakesink"],
  ])
  func `an image that cannot be decoded is an error at its asset`(arguments: [String]) async throws
  {
    let folder = try await Self.folder()
    defer { folder.remove() }
    let outcome = try await run(arguments, in: folder)
    #expect(outcome.status == .exited(66), "\(outcome.errorText)")
    let errors = outcome.errorText.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(
      errors.contains { $0.hasPrefix("inner.yaml:4:3: error: cannot use 'f%d.png': ") }, "\(errors)"
    )
    #expect(!outcome.errorText.contains(".swift("))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(
      !names.contains { $0.hasPrefix("film") || $0.hasPrefix("a.mkv") || $0.hasPrefix("b.mp4") })
  }

  @Test func `an empty image of a series is an error`() async throws {
    let folder = try await Self.folder()
    defer { folder.remove() }
    try Data().write(to: folder.file("f4.png"))
    let outcome = try await run(["export", "inner.yaml", "-o", "film.mkv"], in: folder)
    #expect(outcome.status == .exited(66), "\(outcome.errorText)")
    let expected = "inner.yaml:4:3: error: cannot use 'f%d.png': the image f4.png is empty"
    #expect(outcome.errorText.contains(expected), "\(outcome.errorText)")
  }

  @Test(arguments: ["stop", "gap"])
  func `a sheet of a damaged image stops unless gaps are allowed`(onMissing: String) async throws {
    let folder = try await Self.folder()
    defer { folder.remove() }
    let outcome = try await run(
      ["sheet", "inner.yaml", "-o", "sheet.png", "--on-missing", onMissing], in: folder)
    let isStopped = onMissing == "stop"
    #expect(outcome.status == .exited(isStopped ? 66 : 0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("inner.yaml:4:3: error: ") == isStopped)
    #expect(FileManager.default.fileExists(atPath: folder.file("sheet.png").path) != isStopped)
  }

  @Test func `an error inside a nested edit names both files`() async throws {
    let folder = try await Self.folder()
    defer { folder.remove() }
    let outcome = try await run(
      ["export", "outer.yaml", "-o", "film.mkv", "--progress", "none"], in: folder)
    #expect(outcome.status == .exited(66))
    #expect(
      outcome.errorText.contains("outer.yaml:3:29: error: cannot use 'inner.yaml': f%d.png: "),
      "\(outcome.errorText)")
    // The edit starts after a second. An error may arrive before the frames that precede it.
    let times = ["1", "1.2", "1.4", "1.6"].map { "shown at \($0) s)" }
    #expect(times.contains { outcome.errorText.contains($0) }, "\(outcome.errorText)")
  }

  @Test func `with --on-missing gap, a layer of a damaged image is left out`() async throws {
    let folder = try await Self.folder()
    defer { folder.remove() }
    try Data(
      """
      cutaway: 1
      render: {size: [64, 48], frameRate: 5}
      assets: {c: {color: white}, p: f4.png}
      tracks:
        - {id: v, type: video, segments: [{asset: c, source: [0, 1]}]}
      overlays:
        - {image: p, position: [32, 24], size: [64, 48]}

      """.utf8
    ).write(to: folder.file("layer.yaml"))
    let stopped = try await run(["export", "layer.yaml", "-o", "film.mkv"], in: folder)
    #expect(stopped.status == .exited(66))
    #expect(
      stopped.errorText.contains("layer.yaml:3:29: error: cannot use 'f4.png': "),
      "\(stopped.errorText)")
    let outcome = try await run(
      ["export", "layer.yaml", "-o", "film.mkv", "--progress", "none", "--on-missing", "gap"],
      in: folder)
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("segments and layers that show it are left out"))
  }

  @Test(arguments: [
    ["export", "look.yaml", "-o", "film.mkv", "--progress", "none"],
    ["frame", "look.yaml", "--at", "0.5", "-o", "still.png"],
  ])
  func `an effect that fails is an error at its place`(arguments: [String]) async throws {
    let folder = try await Self.folder()
    defer { folder.remove() }
    try Data("LUT_3D_SIZE 900\n".utf8).write(to: folder.file("look.cube"))
    try Data(
      """
      cutaway: 1
      render: {size: [64, 48], frameRate: 5}
      assets: {c: {color: white}}
      tracks:
        - id: v
          type: video
          effects: [{element: vignette}, {element: colorgrade, location: look.cube}]
          segments: [{asset: c, source: [0, 1]}]

      """.utf8
    ).write(to: folder.file("look.yaml"))
    let outcome = try await run(arguments, in: folder)
    #expect(outcome.status == .exited(65), "\(outcome.errorText)")
    let expected = "look.yaml:7:46: error: 'colorgrade' fails: "
    #expect(outcome.errorText.contains(expected), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("look.cube:1: LUT_3D_SIZE: "))
  }
}
