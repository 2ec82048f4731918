import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Likely mistakes: rotated, cut off or silent clips.
@Suite struct ClipWarningTests {
  private typealias Kind = Warning.Kind

  /// Warnings about four seconds of a film.
  private func warnings(
    of film: MediaDescription, _ layer: Layer? = nil, covered: Bool = false
  ) throws -> [Warning] {
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
  func `a rotated clip in a layer without a transform is reported once, with the remedy`(
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

  @Test func `the remedy for a rotated clip that is too large upright is to fit it`() throws {
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
  func `a rotated clip with a transform or effect, or that is hidden, is not reported`(
    layer: Layer
  ) throws {
    let kinds = try warnings(of: Editing.film(960, 540, .rotate90), layer).map(\.kind)
    #expect(!kinds.contains(.turnedClip))
  }

  @Test func `without an instruction a rotated clip is upright`() throws {
    let media = Editing.media.merging(["clip": Editing.film(540, 960, .rotate90)]) { _, new in new }
    let composition = Editing.composition([try Editing.track("v", (0, 4), asset: "clip")])
    #expect(composition.warnings(media: media).isEmpty)
  }

  @Test func `a clip larger than the picture in a layer without a transform is reported once`()
    throws
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
  func `a clip cut off by a transform or a crop is not reported`(layer: Layer) throws {
    #expect(try warnings(of: Editing.film(3840, 2160), layer).isEmpty)
  }

  @Test(arguments: [(1920, 1088), (1990, 1080)])
  func `a clip a few pixels larger than the picture is not reported`(width: Int, height: Int) throws
  {
    #expect(try warnings(of: Editing.film(width, height), Layer(track: "v")).isEmpty)
  }

  @Test func `a picture as large as its clips cuts nothing off`() throws {
    var composition = Editing.composition(
      [try Editing.track("v", (0, 4), asset: "clip")],
      [Instruction(range: Editing.range(0, 4), layers: [Layer(track: "v")])])
    composition.render.size = nil
    #expect(composition.warnings(media: ["clip": Editing.film(3841, 2161)]).isEmpty)
  }

  @Test func `a covered clip is reported as covered only`() throws {
    let found = try warnings(
      of: Editing.film(960, 540, .rotate90), Layer(track: "v"), covered: true)
    #expect(found.map(\.kind) == [.hiddenLayer])
  }

  // MARK: Sound

  @Test(arguments: [("3", 1), ("21/10", 0), ("2", 0)])
  func `sound that outlasts its picture is reported if it is cut off`(
    length: String, count: Int
  ) throws {
    var film = Editing.film(1920, 1080)
    film.videoTracks[0].duration = MediaTime(2)
    film.audioTracks = [.init(sampleRate: 48_000, channels: 2)]
    film.audioTracks[0].duration = MediaTime(length)
    func kinds(_ picture: (Int64, Int64), _ sounds: (Int64, Int64)...) throws -> [Warning.Kind] {
      let sound = try Track(
        id: "s", mediaType: .audio,
        segments: sounds.map {
          let range = Editing.range($0.0, $0.1)
          return Segment(target: range, media: .init(asset: "clip", source: range))
        })
      return Editing.composition([try Editing.track("v", picture, asset: "clip"), sound])
        .warnings(media: ["clip": film]).map(\.kind).filter { $0 == .cutSound }
    }
    #expect(try kinds((0, 2), (0, 2)).count == count)
    // An out-point before the end of the picture, and sound that goes on.
    #expect(try kinds((0, 1), (0, 1)).isEmpty)
    #expect(try kinds((0, 2), (0, 2), (2, 3)).isEmpty)
  }

  private func soundWarnings(_ tracks: [Track]) -> [Warning] {
    Editing.composition(tracks).warnings(media: Editing.media).filter { $0.kind == .unheardSound }
  }

  @Test func `a clip with unplayed sound is reported where it is first shown`() throws {
    let found = soundWarnings([
      try Editing.track("v", (0, 4)), try Editing.track("w", (4, 6), (7, 9), asset: "talkie"),
    ])
    #expect(found.map(\.path) == [["tracks", "1", "segments", "1"]])
    #expect(found.map(\.range) == [Editing.range(4, 9)])
    #expect(found.first?.message.contains("'talkie'") == true)
  }

  @Test func `a clip shown after the last sound counts as silent`() throws {
    let found = soundWarnings([
      try Editing.track("v", (4, 6), asset: "talkie"),
      try Editing.track("s", (0, 4), type: .audio),
    ])
    #expect(found.map(\.range) == [Editing.range(4, 6)])
  }

  @Test func `a clip is not reported beside its sound, music or an empty audio track`() throws {
    let shown = try Editing.track("v", (2, 6), asset: "talkie")
    let silence = try Track(id: "s", mediaType: .audio, segments: [])
    let others = [
      try Editing.track("s", (0, 1), type: .audio, asset: "talkie"),
      try Editing.track("s", (0, 3), type: .audio),
      try Editing.track("s", (0, 1), (8, 9), type: .audio), silence,
    ]
    for other in others { #expect(soundWarnings([shown, other]).isEmpty) }
  }

  @Test func `a clip without sound, or an unknown clip, is not reported`() throws {
    #expect(soundWarnings([try Editing.track("v", (0, 4))]).isEmpty)
    let unknown = Editing.composition([try Editing.track("v", (0, 4), asset: "talkie")])
    #expect(unknown.warnings(media: [:]).isEmpty)
  }
}
