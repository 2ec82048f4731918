import CutawayFile
import CutawayModel
import CutawayTime
import Testing

struct DocumentTests {
  /// The example of the format's page, but for overlays.
  private let example = """
    cutaway: 1

    render:
      size: [1920, 1080]                # the largest
      frameRate: 30
      scale: 1
      background: "#000000"

    assets:
      beach: media/beach.mp4
      city:  media/city.mov
      song:  {uri: media/song.m4a}

    tracks:
      - id: a
        type: video
        segments:
          - {asset: beach, source: [0, 16]}
          - {empty: 2}
          - {asset: beach, source: [20, 24], duration: 2}
      - id: b
        type: video
        segments:
          - {asset: city, source: [0, 15], at: 14}
      - id: music
        type: audio
        segments:
          - {asset: song, source: [0, 29], track: 0}

    instructions:
      - range: [0, 29]
        background: red
        layers:
          - track: a
            opacity:
              - {range: [14, 16], from: 1, to: 0}
          - track: b
            transform: preferred

    audioMix:
      - track: music
        volume:
          - {at: 0, value: 0.8}
          - {range: [26, 29], from: 0.8, to: 0}

    export:
      fileType: mp4
      preset: highestQuality
      optimizeForNetworkUse: true
      metadata: {title: Summer}
    """

  private func composition() throws -> Composition {
    func media(_ asset: Asset.ID, _ source: TimeRange) -> Segment.Media {
      Segment.Media(asset: asset, source: source)
    }
    let a = try Track(
      id: "a", mediaType: .video,
      segments: [
        Segment(target: range(0, 16), media: media("beach", range(0, 16))),
        Segment(target: range(16, 18)),
        Segment(target: range(18, 20), media: media("beach", range(20, 24))),
      ])
    let b = try Track(
      id: "b", mediaType: .video,
      segments: [
        Segment(target: range(0, 14)),
        Segment(target: range(14, 29), media: media("city", range(0, 15))),
      ])
    let music = try Track(
      id: "music", mediaType: .audio,
      segments: [Segment(target: range(0, 29), media: media("song", range(0, 29)))])
    let fade = try AnimatedValue(entries: [
      .ramp(AnimatedValue<Double>.Ramp(over: range(14, 16), from: 1, to: 0))
    ])
    let volume = try AnimatedValue(entries: [
      .instant(at: .zero, value: 0.8),
      .ramp(AnimatedValue<Double>.Ramp(over: range(26, 29), from: 0.8, to: 0)),
    ])
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: 1920, height: 1080), frameDuration: seconds(1, over: 30)),
      assets: [
        Asset(id: "beach", location: "p/media/beach.mp4"),
        Asset(id: "city", location: "p/media/city.mov"),
        Asset(id: "song", location: "p/media/song.m4a"),
      ],
      tracks: [a, b, music],
      instructions: [
        Instruction(
          range: range(0, 29), background: Color(red: 255, green: 0, blue: 0),
          layers: [
            Layer(track: "a", opacity: fade),
            Layer(track: "b", transform: AnimatedValue(LayerTransform(.preferred))),
          ])
      ],
      audioMix: [AudioMixParameters(track: "music", volume: volume)],
      export: ExportSettings(
        fileType: "mp4", preset: "highestQuality", optimizeForNetworkUse: true,
        metadata: ["title": "Summer"]))
  }

  @Test func `the example of the docs has the stated meaning`() throws {
    #expect(try read(example, directory: "p") == composition())
  }

  @Test func `bytes and text are read alike`() throws {
    let document = try CompositionDocument(
      reading: Array(example.utf8), file: "f", directory: "p")
    #expect(try document.composition == composition())
    #expect(document.file == "f")
  }

  @Test(arguments: [
    ("a byte order mark", "\u{FEFF}", "\n"), ("CR LF", "", "\r\n"), ("CR", "", "\r"),
    ("both", "\u{FEFF}", "\r\n"),
  ])
  func `a file may have`(what: String, prefix: String, lineEnd: String) throws {
    let text = prefix + example.replacing("\n", with: lineEnd)
    #expect(try read(text, directory: "p") == composition())
  }

  @Test func `JSON is YAML`() throws {
    let json = """
      {
      \t"cutaway": 1, "assets": {"a": "media\\/a.mp4"},
      \t"tracks": [{"id": "v", "type": "video", "segments": [{"asset":"a","source":[0,1.5e0]}]}]
      }
      """
    let composition = try read(json)
    #expect(composition.assets == [Asset(id: "a", location: "media/a.mp4")])
    #expect(composition.duration == seconds(3, over: 2))
  }

  @Test(arguments: [
    (["tracks", "0", "segments", "2", "asset"], "20:17"),
    (["tracks", "0", "segments", "2", "source"], "20:32"),
    (["tracks", "0", "segments", "1"], "19:9"),
    // The gap before `at` is segment 0 of track b, and has only the position of its list.
    (["tracks", "1", "segments", "0"], "24:7"),
    (["tracks", "1", "segments", "1", "asset"], "24:17"),
    (["tracks", "2", "segments", "0", "track"], "28:47"),
    (["tracks", "1", "id"], "21:9"),
    (["assets", "1"], "11:3"), (["assets", "1", "location"], "11:10"),
    (["assets", "2", "location"], "12:16"),
    (["instructions", "0", "range"], "31:12"), (["instructions", "0", "layers", "0"], "34:9"),
    (["instructions", "0", "layers", "0", "opacity", "entries", "0"], "36:13"),
    (["instructions", "0", "layers", "1", "transform"], "38:20"),
    (["audioMix", "0", "volume", "entries", "1"], "44:9"),
    (["render", "frameDuration"], "5:14"), (["render", "channels"], "4:3"),
    (["export", "metadata", "title"], "50:21"), (["effects", "0"], "1:1"), ([], "1:1"),
  ])
  func `a later diagnostic has its position in the file`(path: [String], position: String) throws {
    let document = try CompositionDocument(reading: example, file: "f", directory: "")
    let diagnostic = document.diagnostic(at: path, "too short")
    #expect(diagnostic.description == "f:\(position): error: too short")
    #expect(diagnostic.kind == .meaning)
  }

  @Test func `a property of an effect has a position`() throws {
    let document = try CompositionDocument(
      reading: layer("effects: [{element: vignette, strength: 0.4}]"), file: "f", directory: "")
    let path = ["instructions", "0", "layers", "0", "effects", "0"]
    #expect(document.diagnostic(at: path, "").column == 17)
    #expect(document.diagnostic(at: path + ["element"], "").column == 27)
    #expect(document.diagnostic(at: path + ["properties", "strength"], "").column == 47)
  }
}
