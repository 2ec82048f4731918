import Cutaway
import Foundation
import TestSupport
import Testing

/// Random films in parts: cuts, gaps, speeds, dissolves and sources that tracks share.
@Suite(.serialized) struct RandomPartTests {
  private static let tick = MediaTime(1, over: 30)
  /// Frames of the film.
  private static let length = 240

  private static let media = TestMedia(
    .mp4, video: .init(width: 160, height: 96, frameCount: 150, keyFrameInterval: 20),
    audio: .init(sound: .ticks))

  /// Segments from 0 to the end, of which some are gaps and some have another speed.
  private static func segments(
    _ assets: [Asset.ID], _ random: inout SeededGenerator, gaps: Bool
  ) throws -> [Segment] {
    var list: [Segment] = [], at = 0
    while at < length {
      let count = min(.random(in: 7...70, using: &random), length - at)
      let target = TimeRange(start: tick * at, duration: tick * count)
      at += count
      if gaps, Int.random(in: 0..<4, using: &random) == 0 {
        list.append(Segment(target: target))
        continue
      }
      // Half, normal or double speed.
      let frames = [max(1, count / 2), count, count, count * 2].randomElement(using: &random) ?? 1
      let first = Int.random(in: 0...(150 - frames), using: &random)
      let source = TimeRange(start: tick * first, duration: tick * frames)
      let asset = assets.randomElement(using: &random) ?? assets[0]
      list.append(Segment(target: target, media: .init(asset: asset, source: source)))
    }
    return list
  }

  private static func edit(_ seed: UInt64) async throws -> PartEdit {
    var random = SeededGenerator(seed: seed)
    var edit = try await PartEdit()
    let path = try await media.file().path
    let assets = ["a", "b"].map { Asset(id: Asset.ID($0), location: path) }
    let ids = assets.map(\.id)
    var composition = Composition(
      render: RenderSettings(size: PixelSize(width: 160, height: 96), frameDuration: tick),
      assets: assets,
      tracks: [
        try Track(
          id: "upper", mediaType: .video, segments: segments(ids, &random, gaps: true)),
        try Track(id: "lower", mediaType: .video, segments: segments(ids, &random, gaps: false)),
        try Track(id: "sound", mediaType: .audio, segments: segments(ids, &random, gaps: true)),
      ])
    // Dissolves at any place, also across borders of chunks.
    var entries: [AnimatedValue<Double>.Entry] = [], at = 0, value = 1.0
    while at < length - 30 {
      let start = at + .random(in: 0...25, using: &random)
      let end = min(start + .random(in: 5...40, using: &random), length)
      let next = Double.random(in: 0...1, using: &random)
      entries.append(
        .ramp(
          .init(over: TimeRange(start: tick * start, end: tick * end), from: value, to: next)))
      (at, value) = (end, next)
    }
    var upper = Layer(track: "upper")
    upper.opacity = try AnimatedValue(entries: entries)
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, end: tick * length),
        layers: [upper, Layer(track: "lower")])
    ]
    edit.composition = composition
    edit.settings = ExportSession.Settings()
    (edit.fileType, edit.preset) = (.mkv, .lossless)
    return edit
  }

  @Test(arguments: 0..<5)
  func `random films have the frames and the sound of one export`(seed: UInt64) async throws {
    let edit = try await Self.edit(seed)
    defer { edit.folder.remove() }
    let whole = try await edit.whole(), film = try await edit.film(of: 4)
    let frames = try await Packets.frames(whole)
    #expect(frames.count == Self.length && Set(frames).count > 100)
    #expect(try await Packets.frames(film) == frames)
    let sound = try await Packets.read("a", whole)
    #expect(sound.count > 50)
    #expect(try await Packets.read("a", film) == sound)
    let isEqual = try await Data(contentsOf: edit.film(of: 1)) == Data(contentsOf: film)
    #expect(isEqual)
  }
}
