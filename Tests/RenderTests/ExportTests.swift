import Composition
import Cutaway
import Foundation
import MediaTime
import TestSupport
import Testing
import Translation

/// Picture and sound of exported files, as a player gets them.
@Suite(.serialized) struct ExportTests {
  @Test(arguments: [
    (ExportPreset.highestQuality, ExportFileType.mp4), (.highestQuality, .mov),
    (.lossless, .mkv), (.highestQuality, .wav), (.appleM4A, .m4a),
  ])
  func `sound and picture begin together and last as long as the composition`(
    preset: ExportPreset, fileType: ExportFileType
  ) async throws {
    let media = TestMedia(
      .mov, video: .init(frameCount: 90), audio: .init(codec: .pcm, sound: .ticks))
    let range = TimeRange(start: MediaTime(1, over: 2), duration: MediaTime(2))
    let target = TimeRange(start: .zero, duration: range.duration)
    func track(_ type: Track.MediaType) throws -> Track {
      try Track(
        id: type.rawValue, mediaType: type,
        segments: [Segment(target: target, media: .init(asset: "a", source: range))])
    }
    let composition = Composition(
      assets: [Asset(id: "a", location: try await media.file().path)],
      tracks: [try track(.video), try track(.audio)])
    let catalog = await MediaCatalog(of: composition)
    let resolved = try ResolvedComposition(composition, media: catalog.descriptions)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(fileType.rawValue)")
    try await Exporter(preset: preset, fileType: fileType)
      .export(Translation(resolved), to: file.path)

    let sound = try await RawAudio.read(file)
    let ticks = ToneCode.read(sound.channels[0], sampleRate: sound.sampleRate)
    #expect(ticks.count >= 18)
    for tick in ticks { #expect(tick.offset == 24_000) }
    #expect(abs(sound.count - 96_000) <= 2)
    if fileType.hasVideo {
      let picture = try await RawVideo.read(file)
      #expect(picture.frameNumbers() == Array(15..<75))
      #expect(picture.first?.time == .zero)
    }
  }

  @Test func `nothing is left of an export that fails`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // A file whose end is missing: the header promises more than there is.
    let clip = try Data(
      contentsOf: await TestMedia(.mkv, video: .init(codec: .ffv1, frameCount: 60)).file())
    var damaged = clip
    for index in stride(from: clip.count / 2, to: clip.count, by: 3) { damaged[index] = 0x5A }
    let source = folder.file("a.mkv")
    try clip.write(to: source)
    let range = TimeRange(start: .zero, duration: MediaTime(2))
    let composition = Composition(
      assets: [Asset(id: "a", location: source.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    let catalog = await MediaCatalog(of: composition)
    let resolved = try ResolvedComposition(composition, media: catalog.descriptions)
    // Gone between the look and the export.
    try FileManager.default.removeItem(at: source)
    await #expect(throws: (any Error).self) {
      try await Exporter(preset: .highestQuality, fileType: .mp4)
        .export(Translation(resolved), to: folder.file("film.mp4").path)
    }
    // Damaged: an error or a film, but in bounded time and never a part of one.
    try damaged.write(to: source)
    _ = try? await Exporter(preset: .highestQuality, fileType: .mp4)
      .export(Translation(resolved), to: folder.file("film.mp4").path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names).isSubset(of: ["a.mkv", "film.mp4"]))
  }
}
