import Cutaway
import CutawayFile
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Effects whose properties change over time, from a composition file to frames.
@Suite(.serialized) struct EffectAnimationTests {
  private static let frame = MediaTime(1001, over: 30_000), length = 90
  private static let media = TestMedia(
    video: .init(frameCount: 120, keyFrameInterval: 30, clip: 63))

  /// A property in a file, and its value at a time in seconds, by the rules of ramps.
  struct Case: Sendable, CustomTestStringConvertible {
    /// An element, or a filter of pictures.
    var element: String
    var isFilter = false
    var property: String
    var ramps: String
    /// Constants of the effect beside the property.
    var constants: [String: Effect.Value] = [:]
    /// The value as numbers of properties; `nil` before the first entry.
    var values: @Sendable (Double) -> [String: Effect.Value]?

    var testDescription: String { "\(element) \(property)" }

    func effect(_ properties: [String: Effect.Value]) -> Effect {
      isFilter
        ? Effect(filter: element, properties: properties)
        : Effect(element: element, properties: properties)
    }
  }

  /// The fraction of a range that has passed at a time.
  private static func part(_ time: Double, _ start: Double, _ end: Double) -> Double {
    min(1, max(0, (time - start) / (end - start)))
  }

  static let cases = [
    Case(
      element: "vignette", property: "strength",
      ramps:
        "[{range: [0.5, 2], from: 0, to: 1, easing: hold}, {range: [2, 2.5], from: 1, to: 0.25}]",
      values: { time in
        if time < 0.5 { return nil }
        if time < 2 { return ["strength": .double(0)] }
        return ["strength": .double(1 + (0.25 - 1) * part(time, 2, 2.5))]
      }),
    Case(
      element: "videobalance", property: "brightness",
      ramps: "[{at: 0, value: -0.5}, {range: [1, 2], from: -0.5, to: 0.5}]",
      values: { time in ["brightness": .double(-0.5 + part(time, 1, 2))] }),
    Case(
      element: "textoverlay", property: "color",
      ramps: "[{at: 0, value: red}, {range: [0.5, 2.5], from: '#ff0000', to: '#00ff00c0'}]",
      constants: ["text": .string("Cutaway"), "font-desc": .string("Sans 40")],
      values: { time in
        let p = part(time, 0.5, 2.5)
        let (red, green, alpha) = (255 - 255 * p, 255 * p, 255 + (192.0 - 255) * p)
        let bytes = [alpha, red, green, 0].map { Int($0.rounded()) }
        return ["color": .int(bytes.reduce(0) { $0 << 8 | $1 })]
      }),
    Case(
      element: "circle", property: "center",
      ramps:
        "[{at: 0, value: [0.25, 0.5]}, {range: [0.5, 2], from: [0.25, 0.5], to: [0.75, 0.25]}]",
      values: { time in
        let p = part(time, 0.5, 2)
        return ["x-center": .double(0.25 + 0.5 * p), "y-center": .double(0.5 - 0.25 * p)]
      }),
    Case(
      element: "exposureAdjust", isFilter: true, property: "ev",
      ramps: "[{at: 0, value: 0.1}, {range: [0.5, 2.5], from: -1, to: 1}]",
      values: { time in ["ev": .double(time < 0.5 ? 0.1 : -1 + 2 * part(time, 0.5, 2.5))] }),
    Case(
      element: "twirlDistortion", isFilter: true, property: "center",
      ramps: "[{range: [0.25, 3], from: [100, 40], to: [200, 120]}]",
      values: { time in
        if time < 0.25 { return nil }
        let p = part(time, 0.25, 3)
        return ["center": .numbers([100 + 100 * p, 40 + 80 * p])]
      }),
    Case(
      element: "colorMonochrome", isFilter: true, property: "color",
      ramps: "[{range: [0, 2.5], from: '#ff0000', to: '#0000ff'}]",
      values: { time in
        let p = part(time, 0, 2.5)
        let numbers = [255 - 255 * p, 0, 255 * p].map { $0.rounded() }
        return ["color": .numbers(numbers + [255])]
      }),
  ]

  private func document(_ effects: String) async throws -> Composition {
    let path = try await Self.media.file().path
    let text = """
      cutaway: 1
      render: {size: [320, 180], frameDuration: 1001/30000}
      assets: {a: "\(path)"}
      tracks:
        - {id: v, type: video, segments: [{asset: a, source: [0, 90.09/30]}]}
      instructions:
        - range: [0, 4]
          layers: [{track: v, effects: \(effects)}]
      """
      .replacing("90.09/30", with: "\"3003/1000\"")
    return try CompositionDocument(reading: text, file: "f", directory: "").composition
  }

  private func composition(_ item: Case) async throws -> Composition {
    let constants = item.constants.sorted { $0.key < $1.key }.map { name, value in
      if case .string(let text) = value { ", \(name): '\(text)'" } else { "" }
    }
    return try await document(
      "[{\(item.isFilter ? "filter" : "element"): \(item.element), \(item.property): \(item.ramps)\(constants.joined())}]"
    )
  }

  @Test(arguments: cases)
  func `each frame is that of an effect with the constant value of its time`(
    item: Case
  ) async throws {
    let animated = try await composition(item)
    let frames = try await Rendering(Translation(animated.prepared())).frames
    #expect(frames.count == Self.length)
    for index in [0, 1, 14, 15, 16, 29, 30, 31, 44, 59, 60, 61, 67, 74, 75, 76, 89] {
      let time = Self.frame * index
      var still = animated
      let values = item.values(time.seconds) ?? [:]
      let properties = item.constants.merging(values) { $1 }
      still.instructions[0].layers[0].effects = [item.effect(properties)]
      let range = TimeRange(start: time, duration: Self.frame)
      let expected = try await Rendering(Translation(still.prepared(), range: range)).frames
      #expect(expected.count == 1)
      #expect(expected.first?.bytes == frames[index].bytes, "frame \(index) of \(values)")
    }
    #expect(Set(digests(frames)).count > 60)
  }

  @Test(arguments: cases)
  func `an export, single frames and gst-launch give the same frames`(item: Case) async throws {
    let resolved = try await composition(item).prepared()
    let expected = try await digests(Rendering(Translation(resolved)).frames)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }

    let file = folder.file("export.mkv")
    try await ExportSession(resolved, preset: .lossless).export(to: file.path, as: .mkv)
    #expect(try await digests(RawVideo.read(file)) == expected)

    for index in [0, 17, 33, 70, 89] {
      let range = TimeRange(start: Self.frame * index, duration: Self.frame)
      let single = try await Rendering(Translation(resolved, range: range)).frames
      #expect(digests(single) == [expected[index]], "frame \(index)")
    }

    let path = folder.file("launch").path
    let sink = SinkOutput(
      videoSink: "video/x-raw,format=I420 ! filesink location=\(path)", audioSink: nil)
    let text = try Translation(resolved).graph(to: sink).launchText
    #expect(text.contains(item.isFilter ? "imagefilter" : "propertyramp"))
    // As a shell would split it.
    try await GStreamerLaunch.run(
      text.split(whereSeparator: \.isWhitespace).map(String.init),
      environment: TestedPackage.pluginEnvironment(registry: folder.file("registry")))
    #expect(try digests(rawFrames(at: path, width: 320, height: 180)) == expected)
  }

  @Test(arguments: cases)
  func `random seeks, forwards and backwards, give the same frames`(item: Case) async throws {
    let translation = try await Translation(composition(item).prepared())
    let expected = try await digests(Rendering(translation).frames)
    #expect(expected.count == Self.length)
    try await expectRandomSeeks(
      20, ofAtMost: 30, in: translation, frame: Self.frame, seed: 7, toShow: expected)
  }

  @Test func `animations of a window, a track and the picture apply together`() async throws {
    let ramp = "[{range: [0, 3], from: 0, to: 1}]"
    var animated = try await document("[{element: vignette, strength: \(ramp)}]")
    animated.instructions[0].range = TimeRange(start: .zero, end: MediaTime(2))
    func effect(_ element: String, _ name: String, _ from: Double, _ to: Double) throws -> Effect {
      let range = TimeRange(start: .zero, end: MediaTime(3))
      return Effect(
        element: element, properties: [name: try .ramp(over: range, from: from, to: to)])
    }
    animated.tracks[0].effects = [try effect("videobalance", "contrast", 1, 0.5)]
    animated.effects = [try effect("videobalance", "saturation", 1, 0)]
    let resolved = try await animated.prepared()
    let graph = try Translation(resolved).graph(to: SinkOutput())
    #expect(graph.elements.contains { $0.factory == "layereffects" })
    let frames = try await Rendering(Translation(resolved)).frames
    for index in [0, 30, 59, 60, 61, 85] {
      let time = Self.frame * index, p = time.seconds / 3
      var still = animated
      func constant(_ element: String, _ name: String, _ value: Double) -> [Effect] {
        [Effect(element: element, properties: [name: .double(value)])]
      }
      still.instructions[0].layers[0].effects = constant("vignette", "strength", p)
      still.tracks[0].effects = constant("videobalance", "contrast", 1 - p / 2)
      still.effects = constant("videobalance", "saturation", 1 - p)
      let range = TimeRange(start: time, duration: Self.frame)
      let expected = try await Rendering(Translation(still.prepared(), range: range)).frames
      #expect(expected.map(\.bytes) == [frames[index].bytes], "frame \(index)")
    }
  }

  @Test func `changed keyframes take effect with the next frames`() async throws {
    func edit(_ from: Double) async throws -> ResolvedComposition {
      var edit = try await PlayerStudio().composition([[(1, 0), (1, 2)]]).composition
      edit.instructions[0].layers[0].effects = [
        Effect(
          element: "videobalance",
          properties: [
            "saturation": try .ramp(
              over: TimeRange(start: .zero, end: MediaTime(4)), from: from, to: 0)
          ])
      ]
      return try await edit.prepared()
    }
    let first = try await edit(0.5), second = try await edit(2)
    let graphs = try [first, second].map {
      try Translation($0).graph(to: SinkOutput(videoSink: "fakesink", audioSink: nil))
    }
    #expect(graphs[0].changes(to: graphs[1])?.map(\.property) == ["keyframes"])
    let expected = try await digests(Rendering(Translation(second)).frames)
    let shown = try await PlayerStudio().frames(playing: first, then: second, atLeast: 150)
    let tail = digests(shown.frames.dropFirst(shown.before + 10))
    #expect(tail.count > 100)
    #expect(tail.allSatisfy(Set(expected).contains))
  }

  @Test func `an animated effect on sound changes its samples over time`() async throws {
    var composition = Composition()
    let sound = TestMedia(.wav, video: nil, audio: .init(codec: .pcm, sound: .indexed))
    composition.assets = [Asset(id: "a", location: try await sound.file().path)]
    let range = TimeRange(start: .zero, end: MediaTime(1))
    composition.tracks = [
      try Track(
        id: "s", mediaType: .audio,
        segments: [Segment(target: range, media: .init(asset: "a", source: range))])
    ]
    let plain = try await Rendering(Translation(composition.prepared())).sound
    composition.tracks[0].effects = [
      Effect(
        element: "audioamplify",
        properties: [
          "amplification": try .ramp(
            over: TimeRange(start: .zero, end: MediaTime(1)), from: 0, to: 1)
        ])
    ]
    let resolved = try await composition.prepared()
    let changed = try await Rendering(Translation(resolved)).sound
    #expect(changed.channels.map(\.count) == plain.channels.map(\.count))
    for (before, after) in zip(plain.channels, changed.channels) {
      #expect(before.contains { abs($0) > 0.1 })
      for (index, (old, new)) in zip(before, after).enumerated() {
        // Steps of 10 ms.
        let gain = Float(index / 480) / 100
        #expect(abs(new - old * gain) < 1e-5, "sample \(index)")
        if abs(new - old * gain) >= 1e-5 { break }
      }
    }
  }
}
