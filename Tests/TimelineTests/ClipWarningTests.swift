import CutawayGraph
import CutawayModel
import CutawayTime
import Testing

/// What renders, but is likely a mistake: clips that are shown or heard otherwise than they should.
@Suite struct ClipWarningTests {
  private typealias Kind = Composition.Warning.Kind

  /// Warnings about four seconds of a film.
  private func warnings(
    of film: MediaDescription, _ layer: Layer? = nil, covered: Bool = false
  ) throws -> [Composition.Warning] {
    var layers = [layer].compactMap(\.self)
    if covered { layers.insert(Layer(track: "top"), at: 0) }
    let composition = Editing.composition(
      [try Editing.track("v", (0, 2), (2, 4), asset: "clip"), try Editing.track("top", (0, 4))],
      layers.isEmpty ? [] : [Instruction(range: Editing.range(0, 4), layers: layers)])
    let media = Editing.media.merging(["clip": film]) { _, new in new }
    return composition.warnings(media: media).filter { $0.kind != .hiddenTrack }
  }

  @Test(arguments: [
    (Orientation.rotate90, "on its side"), (.rotate270, "on its side"),
    (.flipRotate90, "on its side"), (.rotate180, "upside down"), (.flipRotate180, "upside down"),
    (.flip, "mirrored"),
  ])
  func `a turned clip in a layer without a transform is named once, with the cure`(
    orientation: Orientation, look: String
  ) throws {
    let film = Editing.film(960, 540, orientation)
    let written = AnimatedValue(LayerTransform(.identity))
    for layer in [Layer(track: "v"), Layer(track: "v", transform: written)] {
      let found = try warnings(of: film, layer)
      #expect(found.map(\.kind) == [.turnedClip])
      #expect(found.map(\.path) == [["instructions", "0", "layers", "0", "transform"]])
      #expect(found.map(\.range) == [Editing.range(0, 4)])
      let message = found.first?.message ?? ""
      #expect(message.contains(look) && message.contains("'clip'"), "\(message)")
      #expect(message.contains("'transform: preferred'") && message.contains("'fit'"), "\(message)")
    }
  }

  @Test func `the cure of a turned clip that is too large upright is to fit it`() throws {
    let found = try warnings(of: Editing.film(1920, 1080, .rotate90), Layer(track: "v"))
    #expect(found.map(\.kind) == [.turnedClip])
    #expect(found.first?.message.contains("'transform: fit'") == true)
    #expect(found.first?.message.contains("preferred") == false)
  }

  @Test(arguments: [
    Layer(track: "v", transform: AnimatedValue(LayerTransform(.preferred))),
    Layer(track: "v", transform: AnimatedValue(LayerTransform(.fit))),
    Layer(track: "v", transform: AnimatedValue(LayerTransform(.rotation(degrees: 90)))),
    Layer(track: "v", opacity: AnimatedValue(0)),
    Layer(track: "v", effects: [Effect(element: "videoflip")]),
  ])
  func `a turned clip with a transform or an effect, or that is not seen, is left alone`(
    layer: Layer
  ) throws {
    let kinds = try warnings(of: Editing.film(960, 540, .rotate90), layer).map(\.kind)
    #expect(!kinds.contains(.turnedClip))
  }

  @Test func `without an instruction a turned clip is upright`() throws {
    let media = Editing.media.merging(["clip": Editing.film(540, 960, .rotate90)]) { _, new in new }
    let composition = Editing.composition([try Editing.track("v", (0, 4), asset: "clip")])
    #expect(composition.warnings(media: media).isEmpty)
  }

  @Test func `a clip larger than the picture in a layer without a transform is named once`() throws
  {
    let found = try warnings(of: Editing.film(3840, 2160), Layer(track: "v"))
    #expect(found.map(\.kind) == [.croppedClip])
    #expect(found.map(\.path) == [["instructions", "0", "layers", "0", "transform"]])
    let message = found.first?.message ?? ""
    #expect(message.contains("3840×2160") && message.contains("1920×1080"), "\(message)")
    #expect(message.contains("'transform: fit'"), "\(message)")
  }

  @Test func `a clip larger than the picture is cut off without an instruction, too`() throws {
    let media = Editing.media.merging(["clip": Editing.film(1920, 1080, .rotate90)]) { $1 }
    let found = Editing.composition([try Editing.track("v", (0, 4), asset: "clip")])
      .warnings(media: media)
    #expect(found.map(\.kind) == [.croppedClip])
    #expect(found.map(\.path) == [["tracks", "0"]])
    #expect(found.first?.message.contains("1080×1920") == true)
  }

  @Test(arguments: [
    Layer(track: "v", transform: AnimatedValue(LayerTransform(.identity))),
    Layer(track: "v", transform: AnimatedValue(LayerTransform(.fill))),
    Layer(track: "v", transform: Editing.moved(-100)),
    Layer(track: "v", crop: AnimatedValue(Rectangle(x: 0, y: 0, width: 1920, height: 1080))),
  ])
  func `what is cut off by a transform or a crop is meant`(layer: Layer) throws {
    #expect(try warnings(of: Editing.film(3840, 2160), layer).isEmpty)
  }

  @Test(arguments: [(1920, 1088), (1990, 1080)])
  func `a few pixels more than the picture are no loss`(width: Int, height: Int) throws {
    #expect(try warnings(of: Editing.film(width, height), Layer(track: "v")).isEmpty)
  }

  @Test func `a picture as large as its clips cuts nothing off`() throws {
    var composition = Editing.composition(
      [try Editing.track("v", (0, 4), asset: "clip")],
      [Instruction(range: Editing.range(0, 4), layers: [Layer(track: "v")])])
    composition.render.size = nil
    #expect(composition.warnings(media: ["clip": Editing.film(3841, 2161)]).isEmpty)
  }

  @Test func `a covered clip is named as covered only`() throws {
    let found = try warnings(
      of: Editing.film(960, 540, .rotate90), Layer(track: "v"), covered: true)
    #expect(found.map(\.kind) == [.hiddenLayer])
  }

  // MARK: Sound

  private func soundWarnings(_ tracks: [Track]) -> [Composition.Warning] {
    Editing.composition(tracks).warnings(media: Editing.media).filter { $0.kind == .unheardSound }
  }

  @Test func `a clip with sound that no track plays is named where it is first shown`() throws {
    let found = soundWarnings([
      try Editing.track("v", (0, 4)), try Editing.track("w", (4, 6), (7, 9), asset: "talkie"),
    ])
    #expect(found.map(\.path) == [["tracks", "1", "segments", "1"]])
    #expect(found.map(\.range) == [Editing.range(4, 9)])
    #expect(found.first?.message.contains("'talkie'") == true)
  }

  @Test func `a clip that is shown after the last sound has ended is silent`() throws {
    let found = soundWarnings([
      try Editing.track("v", (4, 6), asset: "talkie"),
      try Editing.track("s", (0, 4), type: .audio),
    ])
    #expect(found.map(\.range) == [Editing.range(4, 6)])
  }

  @Test func `a clip whose sound is heard, under music or in a pause of it, is left alone`() throws
  {
    let shown = try Editing.track("v", (2, 6), asset: "talkie")
    let silence = try Track(id: "s", mediaType: .audio, segments: [])
    let others = [
      try Editing.track("s", (0, 1), type: .audio, asset: "talkie"),
      try Editing.track("s", (0, 3), type: .audio),
      try Editing.track("s", (0, 1), (8, 9), type: .audio), silence,
    ]
    for other in others { #expect(soundWarnings([shown, other]).isEmpty) }
  }

  @Test func `a clip without sound, or of which nothing is known, is left alone`() throws {
    #expect(soundWarnings([try Editing.track("v", (0, 4))]).isEmpty)
    let unknown = Editing.composition([try Editing.track("v", (0, 4), asset: "talkie")])
    #expect(unknown.warnings(media: [:]).isEmpty)
  }
}
