import Foundation
import TestSupport
import Testing

/// Sources that end early, or fail during playback.
@Suite(.serialized) struct MissingTests {
  private static let media = TestMedia(
    .mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 60),
    audio: .init(codec: .flac))
  /// A film whose header is complete if the end of the file is missing.
  private static let headerFirst = FFmpegMedia(
    "mp4",
    [
      "-c:v", "libx264", "-g", "10", "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags",
      "faststart",
    ], video: .init(width: 160, height: 90, frameCount: 60), audio: .init())

  @Test func `a truncated file gives one warning for video and one for audio`()
    async throws
  {
    let command = try Command(showing: "a.mp4", end: "2")
    defer { command.folder.remove() }
    let whole = try Data(contentsOf: try await Self.headerFirst.file())
    try whole.prefix(whole.count * 6 / 10).write(to: command.folder.file("a.mp4"))
    let outcome = try await command.run(
      "export", "-o", "film.mkv", "--preset", "lossless", "--progress", "none")
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let warnings = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("warning:") }
    #expect(warnings.count == 2)
    #expect(warnings.allSatisfy { $0.contains("a.mp4") && $0.contains("ends at") })
  }

  @Test func `a segment past the packets of a truncated file is an error`() async throws {
    let command = try Command(showing: "a.mkv", end: "2")
    defer { command.folder.remove() }
    let whole = try Data(contentsOf: try await Self.media.file())
    try whole.prefix(whole.count / 2).write(to: command.folder.file("a.mkv"))
    let outcome = try await command.run("export", "-o", "film.mkv", "--preset", "lossless")
    #expect(outcome.status == .exited(65))
    #expect(outcome.errorText.contains("the source range ends at 2 s, but the video of 'a' lasts"))
  }

  @Test func `with --on-missing gap, a failing segment is left out`() async throws {
    let command = try Command(showing: "a.mkv", end: "1")
    defer { command.folder.remove() }
    try FileManager.default.copyItem(
      at: try await Self.media.file(), to: command.folder.file("a.mkv"))
    let text = """
      cutaway: 1
      render: {size: [160, 90], frameRate: 30}
      assets: {a: a.mkv, b: b.mkv}
      tracks:
        - id: v
          type: video
          segments: [{asset: b, source: [0, 0.5]}, {asset: a, source: [0, 0.5]}]

      """
    try Data(text.utf8).write(to: command.folder.file("edit.yaml"))
    let stopped = try await command.run("export", "-o", "film.mkv", "--preset", "lossless")
    #expect(stopped.status == .exited(66))
    let outcome = try await command.run(
      "export", "-o", "film.mkv", "--preset", "lossless", "--progress", "none", "--on-missing",
      "gap")
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("warning: cannot use"))
    let frames = try await RawVideo.read(command.folder.file("film.mkv")).frameNumbers()
    #expect(frames == Array(repeating: nil, count: 15) + Array(0..<15))
  }

  @Test(arguments: ["mp4", "mkv"])
  func `missing frames in the middle of a file are reported`(fileExtension: String) async throws {
    let name = "damaged.\(fileExtension)"
    let command = try Command(showing: name, types: ["video"], end: "5")
    defer { command.folder.remove() }
    let media = FFmpegMedia(
      fileExtension, ["-c:v", "libx264", "-bf", "2", "-g", "10", "-pix_fmt", "yuv420p"],
      video: .init(width: 160, height: 90, frameCount: 180))
    var data = try Data(contentsOf: try await media.file())
    let (start, end) = (data.count * 3 / 10, data.count * 7 / 10)
    data.replaceSubrange(start..<end, with: Data(count: end - start))
    try data.write(to: command.folder.file(name))
    let outcome = try await command.run(
      "export", "-o", "film.mkv", "--preset", "lossless", "--progress", "none")
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let warnings = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("warning:") }
    #expect(warnings.count == 1 && warnings[0].contains("\(name): there are no frames from"))
  }

  @Test func `sound that ends before a segment starts is reported without a position`() async throws
  {
    let command = try Command(showing: "a.mp4", types: ["video"], end: "2")
    defer { command.folder.remove() }
    let whole = try Data(contentsOf: try await Self.headerFirst.file())
    try whole.prefix(whole.count * 4 / 10).write(to: command.folder.file("a.mp4"))
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks:
        - id: s
          type: audio
          segments: [{asset: a, source: [1.5, 2]}]

      """
    try Data(text.utf8).write(to: command.folder.file("edit.yaml"))
    let outcome = try await command.run(
      "export", "-o", "sound.wav", "--progress", "none")
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    #expect(
      outcome.errorText.contains(
        "warning: a.mp4: its sound ends before the segment that plays 1.5–2 s"))
  }
}
