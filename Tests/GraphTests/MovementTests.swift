import CutawayModel
import CutawayTime
import CutawayTranslation
import Testing

/// The weights of the parts of an export for progress.
@Suite struct MovementTests {
  private func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start), end: MediaTime(end))
  }

  /// A video from 0 to 4 s, another over it from 2 to 3 s, and a still from 4 to 10 s.
  private func composition() throws -> Composition {
    func track(_ id: Track.ID, _ parts: [(asset: Asset.ID?, range: TimeRange)]) throws -> Track {
      try Track(
        id: id, mediaType: .video,
        segments: parts.map { part in
          Segment(
            target: part.range,
            media: part.asset.map { Segment.Media(asset: $0, source: part.range) })
        })
    }
    return Composition(
      assets: [Asset(id: "film", location: "a.mp4"), Asset(id: "picture", location: "b.png")],
      tracks: [
        try track("ground", [("film", range(0, 4)), ("picture", range(4, 10))]),
        try track("top", [(nil, range(0, 2)), ("film", range(2, 3))]),
      ])
  }

  private let media: [Asset.ID: MediaDescription] = [
    "film": MediaDescription(
      duration: MediaTime(10), container: nil,
      videoTracks: [
        .init(size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30))
      ], audioTracks: []),
    "picture": MediaDescription(
      duration: nil, container: nil,
      videoTracks: [.init(size: PixelSize(width: 320, height: 180), frameDuration: nil)],
      audioTracks: []),
  ]

  private func movements(_ composition: Composition, in part: TimeRange? = nil) throws -> [String] {
    try Translation(ResolvedComposition(composition, media: media), range: part).movements.map {
      "\($0.start.seconds): \($0.layerCount)"
    }
  }

  @Test func `video counts as movement, and stills do not`() throws {
    #expect(try movements(composition()) == ["0.0: 1", "2.0: 2", "3.0: 1", "4.0: 0"])
  }

  @Test func `times of a range start at 0`() throws {
    #expect(try movements(composition(), in: range(3, 6)) == ["0.0: 1", "1.0: 0"])
  }

  @Test func `a still counts as movement while its layer changes`() throws {
    var composition = try composition()
    var layer = Layer(track: "ground")
    layer.opacity = try AnimatedValue(entries: [.ramp(.init(over: range(5, 7), from: 0, to: 1))])
    composition.instructions = [Instruction(range: range(4, 10), layers: [layer])]
    #expect(
      try movements(composition) == [
        "0.0: 1", "2.0: 2", "3.0: 1", "4.0: 0", "5.0: 1", "7.0: 0",
      ])
  }
}
