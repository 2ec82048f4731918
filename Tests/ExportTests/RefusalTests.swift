import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Limits of encoders, and outputs that are removed.
@Suite(.serialized) struct RefusalTests {
  @Test(arguments: [
    (ExportFileType.mp4, nil), (.mov, nil), (.fmp4, nil), (.webm, nil), (.mp4, .hevc),
    (.mkv, .hevc), (.webm, .av1), (.mkv, VideoCodec.av1),
  ])
  func `a picture that is too small is an error with the minimum size`(
    fileType: ExportFileType, codec: VideoCodec?
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var composition = try await Edit.twoSeconds()
    composition.render.size = PixelSize(width: 2, height: 2)
    var settings = ExportSession.Settings()
    settings.encoding.videoCodec = codec
    let session = ExportSession(composition, settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("film.mp4").path, as: fileType)
    }
    #expect(error?.code == .invalidComposition)
    #expect(error?.message.contains("2×2") == true)
    #expect(
      error?.message.contains("16×16") == true || error?.message.contains("4×4") == true,
      "\(error?.message ?? "")")
    #expect(try folder.names() == [])
  }

  @Test(
    arguments: [
      { $0.sampleRate = 0 }, { $0.sampleRate = -1 }, { $0.sampleRate = .max }, { $0.loudness = 5 },
      { $0.loudness = .nan }, { $0.fileLengthLimit = -1 }, { $0.fileLengthLimit = 0 },
    ] as [@Sendable (inout ExportSession.Settings) -> Void])
  func `a setting out of range is an error`(
    change: @Sendable (inout ExportSession.Settings) -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    change(&settings)
    let session = ExportSession(
      try await Edit.twoSeconds(), preset: .lossless, settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("film.mkv").path, as: .mkv)
    }
    #expect(error?.code == .incompatible)
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    (ExportFileType.m4a, 192_000, "96000"), (.m4a, 12_345, "16000"), (.mp4, 192_000, "96000"),
    (.ogg, 44_100, "48000"), (.mp3, 22_050, "32000"),
  ])
  func `an unsupported sample rate is an error that lists the supported ones`(
    fileType: ExportFileType, rate: Int, taken: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.sampleRate = rate
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("film").path, as: fileType)
    }
    #expect(error?.code == .incompatible)
    #expect(error?.message.contains(taken) == true && error?.message.contains("\(rate)") == true)
  }

  @Test(arguments: [ExportFileType.mp4, .mkv, .flac])
  func `an error names the output and a folder that was removed meanwhile`(
    fileType: ExportFileType
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let inner = folder.url.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let path = inner.appendingPathComponent("film.\(fileType.rawValue)").path
    let kinds: [Track.MediaType] = fileType.hasVideo ? [.video, .audio] : [.audio]
    var composition = try await Edit.twoSeconds(kinds)
    composition.tracks[0].effects = [
      try Interference.effect(on: kinds[0]) { try? FileManager.default.removeItem(at: inner) }
    ]
    let session = ExportSession(composition)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: path, as: fileType)
    }
    #expect(
      error
        == ExportError(
          .outputUnavailable, "cannot write '\(path)': the folder '\(inner.path)' was removed"))
  }
}
