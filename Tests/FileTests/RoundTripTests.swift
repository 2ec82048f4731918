import CutawayFile
import CutawayModel
import CutawayTime
import Testing

struct RoundTripTests {
  @Test(arguments: 0..<600 as Range<UInt64>)
  func `a written composition reads back equal and is written the same`(seed: UInt64) throws {
    var generator = CompositionGenerator(seed: seed)
    let composition = generator.composition()
    let text = composition.yaml()
    let again = try read(text)
    let expected = composition.withDefaults
    #expect(again.render == expected.render)
    #expect(again.assets == expected.assets)
    #expect(again.tracks == expected.tracks)
    #expect(again.instructions == expected.instructions)
    #expect(again.audioMix == expected.audioMix)
    #expect(again.effects == expected.effects)
    #expect(again.overlays == expected.overlays)
    #expect(again.export == expected.export)
    #expect(again.yaml() == text)
  }

  @Test func `the generator uses every construct of the format`() throws {
    let all = (0..<600 as Range<UInt64>).map { seed in
      var generator = CompositionGenerator(seed: seed)
      return generator.composition()
    }
    let layers = all.flatMap(\.instructions).flatMap(\.layers)
    let segments = all.flatMap(\.tracks).flatMap(\.segments)
    #expect(all.allSatisfy { $0.faults().isEmpty })
    #expect(layers.count > 300)
    #expect(layers.contains { $0.transform.entries.count > 2 })
    #expect(layers.contains { $0.crop.entries.count > 2 && !$0.effects.isEmpty })
    #expect(segments.contains { $0.isEmpty })
    #expect(segments.contains { $0.mapping.map { $0.speed != MediaTime(1) } ?? false })
    #expect(all.contains { $0.audioMix.count > 1 })
    #expect(all.contains { $0.export.metadata.count > 1 })
    #expect(all.flatMap(\.overlays).count > 300)
    #expect(all.flatMap(\.overlays).contains { $0.layers.count > 1 && !$0.mask.isEmpty })
  }

  @Test func `defaults are written out, and frames become seconds`() throws {
    let file = """
      cutaway: 1
      render: {frameRate: 29.97}
      assets: {beach: media/beach.mp4}
      tracks:
        - {id: a, type: video, segments: [{asset: beach, source: [0, 30f], at: 1}]}
        - {id: m, type: audio, segments: [{asset: beach, source: [0.1, 2]}]}
      instructions:
        - range: [0, 2]
          layers:
            - {track: a, opacity: [{range: [1, 2], from: 1, to: 0}]}
      audioMix: [{track: m}]
      """
    let expanded = """
      cutaway: 1
      render:
        frameRate: "30000/1001"
        scale: 1
        background: "#000000"
        sampleRate: 48000
        channels: 2
      assets:
        beach: {uri: media/beach.mp4}
      tracks:
        - id: a
          type: video
          segments:
            - {empty: 1}
            - {asset: beach, source: [0, 1.001], at: 1, duration: 1.001, track: 0, pitch: preserve}
        - id: m
          type: audio
          segments: [{asset: beach, source: [0.1, 2], at: 0, duration: 1.9, track: 0, pitch: preserve}]
      instructions:
        - range: [0, 2]
          background: "#000000"
          layers:
            - track: a
              transform: identity
              opacity: [{range: [1, 2], from: 1, to: 0, easing: linear}]
      audioMix:
        - track: m
          volume: 1
      export:
        optimizeForNetworkUse: false

      """
    #expect(try read(file).yaml() == expanded)
    #expect(try read(expanded).yaml() == expanded)
  }

  @Test(arguments: [
    ("p/a.mp4", "p", "a.mp4"), ("p/q/a.mp4", "p/", "q/a.mp4"), ("a.mp4", "p", "../a.mp4"),
    ("a.mp4", "p/q", "../../a.mp4"), ("a.mp4", "", "a.mp4"), ("a.mp4", ".", "a.mp4"),
    ("/srv/a.mp4", "p", "/srv/a.mp4"), ("/srv/a.mp4", "/srv", "a.mp4"),
    ("pa.mp4", "p", "../pa.mp4"),
    ("p/../a.mp4", "p", "../a.mp4"), ("p/x:y.mp4", "p", "./x:y.mp4"),
    ("https://p/a.mp4", "p", "https://p/a.mp4"), ("/a.mp4", "/", "a.mp4"),
  ])
  func `paths are written relative to the file`(
    location: String, directory: String, written: String
  ) throws {
    var composition = try read(base)
    composition.assets[0].location = location
    let text = composition.yaml(relativeTo: directory)
    // Read without a directory, the path is unchanged.
    #expect(try read(text).assets[0].location == written)
    let again = try read(text, directory: directory)
    #expect(again.yaml(relativeTo: directory) == text)
  }

  @Test func `long lists are broken into lines of 100 characters`() throws {
    var composition = try read(base)
    composition.effects = [
      Effect(
        element: "equalizer",
        properties: Dictionary(uniqueKeysWithValues: (0..<20).map { ("band\($0)", .double(0.5)) })),
      Effect(element: "vignette"),
    ]
    let text = composition.yaml()
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try read(text) == composition)
  }
}

extension Composition {
  /// The composition with the defaults that a file states.
  var withDefaults: Composition {
    var result = self
    for index in result.instructions.indices {
      let (color, blurred) = (
        instructions[index].background, instructions[index].blurredBackground
      )
      if blurred == nil {
        if color == nil, let usual = render.blurredBackground {
          result.instructions[index].blurredBackground = usual
        } else {
          result.instructions[index].background = color ?? render.background
        }
      }
      for number in result.instructions[index].layers.indices {
        result.instructions[index].layers[number].transform.setDefault(LayerTransform())
        result.instructions[index].layers[number].opacity.setDefault(1)
      }
    }
    for index in result.assets.indices {
      let location = result.assets[index].location
      let isScheme = location.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:/) != nil
      if isScheme, location.prefixMatch(of: /[a-z]+:\/\/|file:|data:/) == nil {
        result.assets[index].location = "./" + location
      }
    }
    for index in result.audioMix.indices { result.audioMix[index].volume.setDefault(1) }
    return result
  }
}

extension AnimatedValue {
  fileprivate mutating func setDefault(_ value: Value) {
    if entries.isEmpty { self = AnimatedValue(value) }
  }
}
