import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Settings that a composition leaves open, and faults that only its media show.
@Suite struct ResolutionTests {
  private static let media = Editing.media.merging([
    "tall": Editing.film(1080, 1921, .rotate90), "odd": Editing.film(641, 361),
    "fast": MediaDescription(
      duration: MediaTime(10),
      videoTracks: [
        .init(size: PixelSize(width: 64, height: 64), frameDuration: MediaTime(1, over: 60))
      ]),
    "stream": MediaDescription(
      duration: MediaTime(2), videoTracks: Editing.film().videoTracks, isDurationEstimated: true),
    "words": MediaDescription(duration: MediaTime(1), textTracks: [.init(language: "de")]),
  ]) { $1 }

  /// A composition without settings that shows assets one after the other, two seconds each.
  private func composition(
    _ assets: Asset.ID..., type: Track.MediaType = .video, from start: Int64 = 0
  ) throws -> Composition {
    Composition(
      assets: Self.media.keys.sorted().map { Asset(id: $0, location: "\($0).mkv") },
      tracks: [
        try Track(
          id: "t", mediaType: type,
          segments: assets.enumerated().map { index, asset in
            Segment(
              target: Editing.range(Int64(index) * 2, Int64(index) * 2 + 2),
              media: .init(asset: asset, source: Editing.range(start, start + 2)))
          })
      ])
  }

  private func resolved(
    _ composition: Composition, maximumSize: PixelSize? = nil
  ) throws -> ResolvedComposition {
    try ResolvedComposition(composition, media: Self.media, maximumSize: maximumSize)
  }

  private func faults(of composition: Composition) -> [String] {
    do {
      _ = try resolved(composition)
      return []
    } catch let error as TranslationError {
      return error.faults.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `the render size is the largest width and height, upright and even`() throws {
    #expect(try resolved(composition("odd")).renderSize == PixelSize(width: 642, height: 362))
    #expect(
      try resolved(composition("odd", "tall")).renderSize == PixelSize(width: 1922, height: 1080))
    var stated = try composition("odd", "tall")
    stated.render.size = PixelSize(width: 100, height: 50)
    #expect(try resolved(stated).renderSize == PixelSize(width: 100, height: 50))
  }

  @Test func `the frame duration is the shortest of the media, or 1/30 s`() throws {
    #expect(try resolved(composition("film", "fast")).frameDuration == MediaTime(1, over: 60))
    #expect(try resolved(composition("logo")).frameDuration == MediaTime(1, over: 30))
    var stated = try composition("fast")
    stated.render.frameDuration = MediaTime(1, over: 24)
    #expect(try resolved(stated).frameDuration == MediaTime(1, over: 24))
    #expect(try resolved(stated).frameCount == 48)
  }

  @Test func `the last frame of a composition may be cut off`() throws {
    var long = try composition("film", "film")
    long.render.frameDuration = MediaTime(1, over: 24)
    let rest = Segment(
      target: TimeRange(start: .zero, duration: MediaTime(1, over: 1_000)),
      media: .init(
        asset: "film", source: TimeRange(start: .zero, duration: MediaTime(1, over: 1_000))))
    try long.tracks[0].setSegments([rest])
    #expect(try resolved(long).frameCount == 1)
  }

  @Test func `the output size is scaled, and its sides stay even`() throws {
    var scaled = try composition("film")
    scaled.render.scale = MediaTime(1, over: 7)
    // 274.29 and 154.29.
    #expect(try resolved(scaled).outputSize == PixelSize(width: 274, height: 154))
    scaled.render.scale = MediaTime(1, over: 1_000)
    #expect(try resolved(scaled).outputSize == PixelSize(width: 2, height: 2))
  }

  @Test func `a maximum size applies to landscape and portrait pictures alike`() throws {
    let limit = PixelSize(width: 960, height: 540)
    #expect(try resolved(composition("film"), maximumSize: limit).outputSize == limit)
    var portrait = try composition("film")
    portrait.render.size = PixelSize(width: 1080, height: 1920)
    #expect(
      try resolved(portrait, maximumSize: limit).outputSize == PixelSize(width: 540, height: 960))
    #expect(
      try resolved(composition("odd"), maximumSize: limit).outputSize
        == PixelSize(width: 642, height: 362))
  }

  @Test func `a segment past the end of its media is a fault with its path`() throws {
    #expect(
      faults(of: try composition("film", from: 9)) == [
        "tracks.0.segments.0.source: the source range ends at 11 s, but 'film' lasts 10 s"
      ])
  }

  @Test func `an estimated end, and a frame or 50 ms past the end, are no faults`() throws {
    #expect(faults(of: try composition("stream", from: 9)) == [])
    for (type, excess, isFault) in [
      (Track.MediaType.video, MediaTime(1, over: 25), false),
      (.video, MediaTime(1, over: 24), true), (.audio, MediaTime(1, over: 20), false),
      (.audio, MediaTime(1, over: 19), true),
    ] {
      var long = try composition("talkie", type: type)
      let source = TimeRange(start: MediaTime(9), end: MediaTime(10) + excess)
      try long.tracks[0].setSegments([
        Segment(
          target: TimeRange(start: .zero, duration: source.duration),
          media: .init(asset: "talkie", source: source))
      ])
      #expect(faults(of: long).isEmpty != isFault, "\(type), \(excess.text) s")
    }
  }

  @Test func `an asset without the track that a segment plays is a fault`() throws {
    #expect(
      faults(of: try composition("song")) == ["tracks.0.segments.0.asset: 'song' has no video"])
    #expect(
      faults(of: try composition("film", type: .subtitle))
        == ["tracks.0.segments.0.asset: 'film' has no subtitle"])
    var second = try composition("film")
    try second.tracks[0].setSegments([
      Segment(
        target: Editing.range(0, 2),
        media: .init(asset: "film", trackIndex: 1, source: Editing.range(0, 2)))
    ])
    #expect(
      faults(of: second)
        == ["tracks.0.segments.0.track: 'film' has 1 video track, so none of index 1"])
  }

  @Test func `an asset without a description is a fault, and all faults come together`() throws {
    var composition = try composition("film", "song")
    composition.assets.append(Asset(id: "lost", location: "lost.mkv"))
    composition.instructions = [
      Instruction(range: Editing.range(0, 2), layers: [Layer(track: "nobody")])
    ]
    try composition.tracks[0].setSegments(
      composition.tracks[0].segments + [
        Segment(
          target: Editing.range(4, 6), media: .init(asset: "lost", source: Editing.range(0, 2)))
      ])
    let found = faults(of: composition)
    #expect(found.count == 3)
    #expect(found.contains("tracks.0.segments.2.asset: 'lost' could not be read"))
    #expect(found.contains { $0.hasPrefix("instructions.0.layers.0.track") })
  }

  @Test func `a range outside the composition cannot be translated`() throws {
    let resolved = try resolved(composition("film"))
    #expect(throws: TranslationError.self) {
      try Translation(resolved, range: Editing.range(2, 4))
    }
    #expect(try Translation(resolved, range: Editing.range(1, 4)).duration == MediaTime(1))
  }

  // MARK: Subtitles

  @Test func `a subtitle track adds time, but no element`() throws {
    let film = try composition("film")
    var titled = film
    titled.tracks.append(
      try Track(
        id: "words", mediaType: .subtitle,
        segments: [
          // Its file ends earlier: after the last text, nothing is shown.
          Segment(
            target: Editing.range(0, 5), media: .init(asset: "words", source: Editing.range(0, 5)))
        ]))
    #expect(try resolved(titled).duration == MediaTime(5))
    let graphs = try [film, titled].map { try $0.graph(Self.media) }
    #expect(graphs[0].elements.map(\.name) == graphs[1].elements.map(\.name))
    #expect(graphs[0].links == graphs[1].links)
    #expect(graphs[1].elements("tracksrc").map { $0.text("duration") } == ["5", "5"])
  }

  @Test func `the language of a track is its own, or the common one of its sources`() throws {
    let media = Self.media.merging([
      "en": MediaDescription(duration: nil, textTracks: [.init(language: "en")]),
      "none": MediaDescription(duration: nil, textTracks: [.init()]),
    ]) { $1 }
    func language(_ assets: Asset.ID..., stated: String? = nil) throws -> String? {
      var composition = try composition("film")
      composition.assets = media.keys.map { Asset(id: $0, location: "\($0)") }
      composition.tracks.append(
        try Track(
          id: "t2", mediaType: .subtitle,
          segments: assets.enumerated().map { index, asset in
            Segment(
              target: Editing.range(Int64(index), Int64(index) + 1),
              media: .init(asset: asset, source: Editing.range(0, 1)))
          }, language: stated))
      return try ResolvedComposition(composition, media: media).language(of: composition.tracks[1])
    }
    #expect(try language("words", "words") == "de")
    #expect(try language("words", "en") == nil)
    #expect(try language("words", "none") == nil)
    #expect(try language("words", "en", stated: "fr") == "fr")
  }

  @Test(arguments: [("logo", nil), ("film", nil), ("song", "has no picture")])
  func `an image of an overlay has a picture`(asset: String, message: String?) throws {
    var composition = Editing.composition([try Editing.track("v", (0, 4))])
    var group = OverlayLayer()
    group.layers = [OverlayLayer(.image(LayerImage(asset: asset)))]
    composition.overlays = [OverlayLayer(), group]
    do throws(TranslationError) {
      _ = try ResolvedComposition(composition, media: Editing.media)
      #expect(message == nil)
    } catch {
      #expect(error.faults.map(\.path) == [["overlays", "1"]])
      #expect(error.faults.first?.error.message.contains(message ?? "-") == true)
    }
  }
}
