import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Start time codes of MP4 and MOV files, as ffprobe reads them.
@Suite(.serialized) struct TimecodeTests {
  /// A clip of three seconds with a time code.
  private func clip(
    _ code: String, rate: FrameRate, in folder: TemporaryDirectory
  ) async throws -> URL {
    let plain = try await TestMedia(
      .mov, video: .init(frameRate: rate, frameCount: 90, keyFrameInterval: 15)
    ).file()
    let file = folder.file("coded.mov")
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-i", plain.path, "-c", "copy", "-timecode", code, file.path]
    ).check()
    return file
  }

  private func timecode(of file: URL) async throws -> String {
    try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "stream_tags=timecode", "-of",
        "csv=p=0", file.path,
      ]
    ).run().outputText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Exports all frames from one on.
  private func export(
    _ clip: URL, rate: FrameRate, from frame: Int, as type: ExportFileType,
    _ preset: ExportPreset, outputRate: FrameRate? = nil, in folder: TemporaryDirectory
  ) async throws -> (code: String, warnings: [String]) {
    let start = rate.frameDuration * frame, length = rate.frameDuration * (90 - frame)
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180),
        frameDuration: (outputRate ?? rate).frameDuration),
      assets: [Asset(id: "a", location: clip.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [
            Segment(
              target: TimeRange(start: .zero, duration: length),
              media: .init(asset: "a", source: TimeRange(start: start, duration: length)))
          ])
      ])
    let warnings = Collector<Warning>()
    let file = folder.file("film.\(type.pathExtensions[0])")
    try await ExportSession(composition, preset: preset, onWarning: warnings.add)
      .export(to: file.path, as: type)
    return (
      try await timecode(of: file),
      warnings.elements.filter { $0.kind == .unsupportedByFile }.map(\.message)
    )
  }

  @Test(arguments: [ExportFileType.mov, .mp4])
  func `an export has the time code of its first frame`(type: ExportFileType) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let clip = try await clip("10:00:00:20", rate: .pal25, in: folder)
    try #require(try await timecode(of: clip) == "10:00:00:20")
    let result = try await export(
      clip, rate: .pal25, from: 30, as: type, .highestQuality, in: folder)
    // 20 + 30 frames at 25 frames per second are two seconds.
    #expect(result.code == "10:00:02:00")
    #expect(result.warnings == [])
  }

  @Test func `a time code with dropped frames continues over a minute`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let clip = try await clip("00:59:58;20", rate: .ntsc2997, in: folder)
    let whole = try await export(
      clip, rate: .ntsc2997, from: 0, as: .mov, .highestQuality, in: folder)
    #expect(whole.code == "00:59:58;20")
    let other = try TemporaryDirectory()
    defer { other.remove() }
    // 40 frames reach minute 60, which drops none; the second one begins 1 s and 10 frames after it.
    let part = try await export(
      clip, rate: .ntsc2997, from: 80, as: .mov, .highestQuality, in: other)
    #expect(part.code == "01:00:01;10")
  }

  @Test func `a copy has the time code of its first frame`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let clip = try await clip("01:02:03:04", rate: .pal25, in: folder)
    let result = try await export(clip, rate: .pal25, from: 30, as: .mov, .passthrough, in: folder)
    #expect(result.code == "01:02:04:09")
    #expect(result.warnings == [])
  }

  @Test func `files that cannot have a time code, and other rates, get none`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let clip = try await clip("01:02:03:04", rate: .pal25, in: folder)
    let copy = try await export(clip, rate: .pal25, from: 0, as: .mkv, .passthrough, in: folder)
    #expect(copy.warnings == ["the time code of '\(clip.path)' is not copied"])
    let other = try await export(
      clip, rate: .pal25, from: 0, as: .mov, .highestQuality, outputRate: .fps30, in: folder)
    #expect(other.code == "")
  }
}
