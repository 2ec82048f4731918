import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Copies that are preferred, and settings that a copy cannot keep.
@Suite(.serialized) struct CopyDemandTests {
  /// An option in addition to the copy.
  struct Wish: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var preset = ExportPreset.highestQuality
    var fileType = ExportFileType.mp4
    var change: @Sendable (inout ExportSession.Settings) -> Void = { _ in }
  }

  private func export(
    _ wish: Wish, in folder: TemporaryDirectory
  ) async throws -> (media: MediaDescription, reasons: [String]) {
    let composition = try await Edit.composition(
      of: TestMedia(.mp4, video: .init(frameCount: 30), audio: .init(codec: .aac, sound: .ticks)),
      TimeRange(start: .zero, duration: MediaTime(1)), [.video, .audio])
    var settings = ExportSession.Settings()
    settings.copiesIfPossible = true
    wish.change(&settings)
    let warnings = Collector<Warning>()
    let session = ExportSession(
      composition, preset: wish.preset, settings: settings, onWarning: warnings.add)
    let file = folder.file("film.\(wish.fileType.rawValue)")
    try await session.export(to: file.path, as: wish.fileType)
    let reasons = warnings.elements.filter { $0.kind == .encoded }.map(\.message)
    return (try await MediaProbe.describe(file.path), reasons)
  }

  private static let unkept = [
    (Wish(testDescription: "codec") { $0.encoding.videoCodec = .hevc }, "hevc"),
    (Wish(testDescription: "preset", preset: .hevcHighestQuality), "hevc"),
    (Wish(testDescription: "lossless", preset: .lossless, fileType: .mkv), "ffv1"),
    (Wish(testDescription: "bit rate") { $0.encoding.videoBitrate = 20_000 }, "20000"),
    (Wish(testDescription: "quality") { $0.encoding.videoQuality = 0.3 }, "0.3"),
    (Wish(testDescription: "key frames") { $0.encoding.keyFrameInterval = 7 }, "7"),
    (Wish(testDescription: "speed") { $0.encoding.speed = .fastest }, "fastest"),
    (Wish(testDescription: "encoder") { $0.encoding.videoEncoder = "x264enc" }, "x264enc"),
    (Wish(testDescription: "sound") { $0.encoding.audioBitrate = 64_000 }, "64000"),
    (Wish(testDescription: "rate") { $0.sampleRate = 44_100 }, "44100"),
    (
      Wish(testDescription: "sound codec", fileType: .mkv) { $0.encoding.audioCodec = .opus },
      "opus"
    ),
  ]

  @Test(arguments: unkept)
  func `an option that prevents a copy causes encoding and a warning that names it`(
    wish: Wish, name: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (media, reasons) = try await export(wish, in: folder)
    #expect(reasons.count == 1)
    #expect(reasons.first?.contains(name) == true, "\(reasons)")
    if name == "hevc" { #expect(media.videoTracks.first?.codec.contains("265") == true) }
    if name == "44100" { #expect(media.audioTracks.first?.sampleRate == 44_100) }
  }

  @Test(arguments: [
    Wish(testDescription: "nothing"),
    Wish(testDescription: "a preset of the size", preset: .size1280x720),
    Wish(testDescription: "the source's codecs and rate") {
      $0.encoding.videoCodec = .h264
      $0.encoding.audioCodec = .aac
      $0.sampleRate = 48_000
    },
  ])
  func `an option that equals the source does not prevent a copy`(wish: Wish) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    #expect(try await export(wish, in: folder).reasons == [])
  }

  @Test func `a preset without video copies only the sound`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (media, reasons) = try await export(
      Wish(testDescription: "", preset: .appleM4A), in: folder)
    #expect(reasons == [])
    #expect(media.videoTracks.isEmpty)
    #expect(media.audioTracks.count == 1)
  }

  @Test func `a sample rate cannot be combined with passthrough`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let wish = Wish(testDescription: "", preset: .passthrough) { $0.sampleRate = 44_100 }
    let error = await #expect(throws: ExportError.self) { try await export(wish, in: folder) }
    #expect(error?.code == .incompatible)
    #expect(error?.message.contains("44100") == true)
  }

  @Test func `the sound of a copy ends with that of its source`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // The priming of an encoder is before 0, and does not appear at the end.
    let source = try await FFmpegMedia(
      "mp4", ["-c:v", "libx264", "-c:a", "aac"], video: .init(frameCount: 60), audio: .init()
    ).file()
    let range = TimeRange(start: .zero, duration: MediaTime(2))
    func track(_ type: Track.MediaType) throws -> Track {
      try Track(
        id: Track.ID(type.rawValue), mediaType: type,
        segments: [Segment(target: range, media: .init(asset: "a", source: range))])
    }
    let composition = Composition(
      assets: [Asset(id: "a", location: source.path)],
      tracks: [try track(.video), try track(.audio)])
    for fileType in [ExportFileType.mp4, .mov] {
      let file = folder.file("film.\(fileType.rawValue)")
      try await ExportSession(composition, preset: .passthrough)
        .export(to: file.path, as: fileType)
      #expect(try await soundLength(of: file) == soundLength(of: source))
    }
  }

  /// The duration of sound that a file's edit list plays, in seconds.
  private func soundLength(of file: URL) async throws -> String {
    try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a", "-show_entries", "stream=duration", "-of", "csv=p=0",
        file.path,
      ]
    ).check().outputText
  }
}
