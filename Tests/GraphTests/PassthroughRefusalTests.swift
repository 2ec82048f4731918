import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Properties of a composition that prevent a copy, each with its path.
@Suite struct PassthroughRefusalTests {
  private static let media = MediaDescription(
    duration: MediaTime(10),
    videoTracks: [
      .init(size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30))
    ], audioTracks: [.init(sampleRate: 48_000, channels: 2)])

  private static let still = MediaDescription(
    duration: nil,
    videoTracks: [.init(size: PixelSize(width: 320, height: 180), frameDuration: nil)])

  /// Four seconds of one asset, video and audio.
  private func plain() throws -> Composition {
    Composition(
      assets: [Asset(id: "a", location: "a.mp4"), Asset(id: "still", location: "a.png")],
      tracks: [try track("v", .video, [part(0, 4)]), try track("s", .audio, [part(0, 4)])])
  }

  private func part(
    _ start: Int64, _ end: Int64, asset: Asset.ID = "a", source: TimeRange? = nil
  ) -> Segment {
    Segment(
      target: Editing.range(start, end),
      media: .init(asset: asset, source: source ?? Editing.range(start, end)))
  }

  private func track(
    _ id: Track.ID, _ type: Track.MediaType, _ segments: [Segment]
  ) throws -> Track {
    try Track(id: id, mediaType: type, segments: segments)
  }

  private func paths(
    _ composition: Composition, range: TimeRange? = nil
  ) throws -> [String] {
    let resolved = try ResolvedComposition(
      composition, media: ["a": Self.media, "still": Self.still])
    return PassthroughPlan(resolved, range: range).faults.map { $0.path.joined(separator: ".") }
  }

  private func layer(_ change: (inout Layer) throws -> Void) throws -> Composition {
    var composition = try plain()
    var layer = Layer(track: "v")
    try change(&layer)
    composition.instructions = [Instruction(range: Editing.range(0, 4), layers: [layer])]
    return composition
  }

  @Test func `a plain composition can be copied`() throws {
    #expect(try paths(try plain()) == [])
    #expect(try paths(try layer { _ in }) == [])
  }

  @Test func `a change of speed`() throws {
    var composition = try plain()
    try composition.tracks[0].setSegments([part(0, 4, source: Editing.range(0, 8))])
    #expect(try paths(composition) == ["tracks.0.segments.0.duration"])
  }

  @Test func `a gap`() throws {
    var composition = try plain()
    try composition.tracks[0].setSegments([Segment(target: Editing.range(0, 1)), part(1, 4)])
    #expect(try paths(composition) == ["tracks.0.segments.0"])
    // It does not matter outside the copied range.
    #expect(try paths(composition, range: Editing.range(2, 4)) == [])
  }

  @Test func `a picture that ends early`() throws {
    var composition = try plain()
    try composition.tracks[0].setSegments([part(0, 2)])
    #expect(try paths(composition) == ["tracks.0"])
  }

  @Test func `a second picture`() throws {
    var composition = try plain()
    composition.tracks.append(try track("w", .video, [part(0, 4)]))
    #expect(try paths(composition) == ["tracks.2"])
    // A track that is not shown does not count.
    composition.instructions = [
      Instruction(range: Editing.range(0, 4), layers: [Layer(track: "v")])
    ]
    #expect(try paths(composition) == [])
  }

  @Test func `a second sound`() throws {
    var composition = try plain()
    composition.tracks.append(try track("t", .audio, [part(0, 4)]))
    #expect(try paths(composition) == ["tracks.2"])
  }

  @Test func `a transform`() throws {
    let composition = try layer {
      $0.transform = AnimatedValue(LayerTransform(.identity, then: .scale(x: 0.5, y: 0.5)))
    }
    #expect(try paths(composition) == ["instructions.0.layers.0.transform"])
    #expect(
      try paths(try layer { $0.transform = AnimatedValue(LayerTransform(.preferred)) }) == [])
  }

  @Test func `an opacity`() throws {
    #expect(
      try paths(try layer { $0.opacity = AnimatedValue(0.5) })
        == ["instructions.0.layers.0.opacity"])
    #expect(try paths(try layer { $0.opacity = AnimatedValue(1) }) == [])
  }

  @Test func `a crop`() throws {
    let crop = AnimatedValue(Rectangle(x: 0, y: 0, width: 10, height: 10))
    #expect(try paths(try layer { $0.crop = crop }) == ["instructions.0.layers.0.crop"])
  }

  @Test func `effects on a layer, a track and the picture`() throws {
    let effect = Effect(element: "vignette")
    #expect(
      try paths(try layer { $0.effects = [effect] }) == ["instructions.0.layers.0.effects.0"])
    var composition = try plain()
    composition.tracks[1].effects = [effect]
    composition.effects = [effect]
    #expect(try paths(composition) == ["effects.0", "tracks.1.effects.0"])
  }

  @Test func `a background that is seen`() throws {
    var composition = try plain()
    composition.instructions = [Instruction(range: Editing.range(1, 2))]
    #expect(try paths(composition) == ["instructions.0"])
    #expect(try paths(composition, range: Editing.range(2, 4)) == [])
  }

  @Test func `a volume`() throws {
    var composition = try plain()
    composition.audioMix = [AudioMixParameters(track: "s", volume: AnimatedValue(0.5))]
    #expect(try paths(composition) == ["audioMix.0.volume"])
    composition.audioMix = [AudioMixParameters(track: "s", volume: AnimatedValue(1))]
    #expect(try paths(composition) == [])
  }

  @Test func `another size, scale or rate`() throws {
    var composition = try plain()
    composition.render.size = PixelSize(width: 640, height: 360)
    composition.render.frameDuration = MediaTime(1, over: 25)
    #expect(try paths(composition) == ["render.size", "render.frameRate"])
    composition = try plain()
    composition.render.scale = MediaTime(1, over: 2)
    #expect(try paths(composition) == ["render.scale"])
  }

  @Test func `a still picture`() throws {
    var composition = try plain()
    try composition.tracks[0].setSegments([part(0, 4, asset: "still")])
    #expect(try paths(composition).contains("tracks.0.segments.0"))
  }

  @Test func `every reason is told`() throws {
    var composition = try layer {
      $0.opacity = AnimatedValue(0.5)
      $0.crop = AnimatedValue(Rectangle(x: 0, y: 0, width: 10, height: 10))
    }
    composition.audioMix = [AudioMixParameters(track: "s", volume: AnimatedValue(0.5))]
    try composition.tracks[0].setSegments([part(0, 4, source: Editing.range(0, 8))])
    #expect(try paths(composition).count == 4)
  }
}
