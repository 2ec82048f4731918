import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Every preset in every file type.
@Suite(.serialized) struct PresetTests {
  @Test(arguments: ExportPreset.allCases.filter { $0 != .passthrough })
  func `a preset supports exactly its stated file types`(
    preset: ExportPreset
  ) async throws {
    let composition = try await Edit.twoSeconds()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.timeRange = TimeRange(start: .zero, duration: MediaTime(1, over: 5))
    settings.encoding.speed = .fastest
    for type in ExportFileType.allCases where !type.isImageSequence {
      let file = folder.file("\(type.rawValue).\(type.pathExtensions[0])")
      let session = ExportSession(composition, preset: preset, settings: settings)
      if preset.fileTypes.contains(type) {
        try await session.export(to: file.path, as: type)
        let description = try await MediaProbe.describe(file.path)
        #expect(description.videoTracks.isEmpty == (!type.hasVideo || preset == .appleM4A))
        #expect(description.audioTracks.count == 1)
        for video in description.videoTracks {
          #expect(video.size == PixelSize(width: 320, height: 180))
          #expect(video.frameDuration == MediaTime(1, over: 30))
          #expect(video.colorimetry == "bt709")
        }
        try FileManager.default.removeItem(at: file)
      } else {
        let error = await #expect(throws: ExportError.self) {
          try await session.export(to: file.path, as: type)
        }
        #expect(error?.code == .incompatible)
        // The message lists the supported ones.
        #expect(error?.message.contains(preset.fileTypes[0].rawValue) == true)
      }
    }
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    (
      ExportPreset.lowQuality, PixelSize(width: 1002, height: 1000),
      PixelSize(width: 360, height: 360)
    ),
    (.size640x480, PixelSize(width: 1600, height: 900), PixelSize(width: 640, height: 360)),
    (.size640x480, PixelSize(width: 900, height: 1600), PixelSize(width: 360, height: 640)),
    (.size1280x720, PixelSize(width: 321, height: 181), PixelSize(width: 322, height: 182)),
    (.highestQuality, PixelSize(width: 101, height: 99), PixelSize(width: 102, height: 100)),
  ])
  func `sizes are scaled down to fit, never up, and are even`(
    preset: ExportPreset, size: PixelSize, expected: PixelSize
  ) async throws {
    var composition = try await Edit.twoSeconds([.video])
    composition.render.size = size
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    var settings = ExportSession.Settings()
    settings.timeRange = TimeRange(start: .zero, duration: MediaTime(1, over: 10))
    try await ExportSession(composition, preset: preset, settings: settings)
      .export(to: file.path, as: .mp4)
    let found = try await MediaProbe.describe(file.path).videoTracks.first?.size
    #expect(found == expected)
  }

  @Test(arguments: [ExportFileType.mp4, .m4v, .mov, .m4a, .fmp4])
  func `Opus in MP4 is an error that lists the supported codecs`(type: ExportFileType) async throws
  {
    var settings = ExportSession.Settings()
    settings.encoding.audioCodec = .opus
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: "/nonexistent/film", as: type)
    }
    #expect(error?.code == .incompatible)
    #expect(error?.message.contains("opus") == true)
    #expect(error?.message.contains(type.audioCodecs[0].rawValue) == true)
  }

  @Test(arguments: [
    ("h264", ExportFileType.webm), ("ffv1", .mp4), ("proRes422", .mp4), ("vp8", .mov),
  ])
  func `an unsupported codec is an error that lists the supported ones`(
    name: String, type: ExportFileType
  ) async throws {
    let codec = try #require(VideoCodec(rawValue: name))
    var settings = ExportSession.Settings()
    settings.encoding.videoCodec = codec
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: "/nonexistent/film", as: type)
    }
    #expect(error?.code == .incompatible)
    #expect(error?.message.contains(codec.rawValue) == true)
    #expect(error?.message.contains(type.videoCodecs[0].rawValue) == true)
  }

  @Test func `a bit rate and a quality change the size`() async throws {
    let composition = try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 2)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func size(_ change: (inout EncodingOptions) -> Void) async throws -> Int {
      var settings = ExportSession.Settings()
      change(&settings.encoding)
      settings.overwrites = true
      let file = folder.file("film.mp4")
      try await ExportSession(composition, settings: settings).export(to: file.path, as: .mp4)
      return try Data(contentsOf: file).count
    }
    let best = try await size { $0.videoQuality = 1 }
    let least = try await size { $0.videoQuality = 0 }
    #expect(best > least * 2)
    let slow = try await size { $0.videoBitrate = 300_000 }
    let quick = try await size { $0.videoBitrate = 60_000 }
    #expect(quick < slow)
    #expect(slow < 300_000 / 8 * 6 * 3 / 2)
  }
}
