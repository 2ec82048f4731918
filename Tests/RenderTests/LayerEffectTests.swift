import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Instructions with different effects on their layers.
@Suite(.serialized) struct LayerEffectTests {
  private static let frame = MediaTime(1, over: 30), length = 120
  private static let size = PixelSize(width: 320, height: 180)
  private static let media = [
    TestMedia(video: .init(frameCount: 120, keyFrameInterval: 40, clip: 61)),
    TestMedia(
      .mkv, video: .init(frameRate: .pal25, frameCount: 100, keyFrameInterval: 50, clip: 62)),
  ]

  /// The effects of a layer: two elements, one of ours, stock ones, none.
  ///
  /// Not `gaussianblur`: that of GStreamer 1.22 reads uninitialised memory, so that its results
  /// may differ.
  private static let chains: [[Effect]] = [
    [], [Effect(element: "vignette", properties: ["strength": .double(0.9)])],
    [Effect(element: "vignette", properties: ["strength": .double(0.4)])],
    [Effect(element: "gamma", properties: ["gamma": .double(1.8)])],
    [
      Effect(element: "videobalance", properties: ["contrast": .double(0.7)]),
      Effect(element: "videoflip", properties: ["method": .string("vertical-flip")]),
    ],
  ]

  /// Two tracks, the upper one smaller.
  ///
  /// Each instruction lasts until the next starts.
  private func composition(
    _ instructions: [(start: Int, upper: [Effect], lower: [Effect], isSwapped: Bool)]
  ) async throws -> Composition {
    var assets: [Asset] = []
    for (index, file) in Self.media.enumerated() {
      assets.append(Asset(id: "\(index)", location: try await file.file().path))
    }
    func range(_ start: Int, _ end: Int) -> TimeRange {
      TimeRange(start: Self.frame * start, end: Self.frame * end)
    }
    func segment(_ asset: Int, _ source: Int, _ start: Int, _ end: Int) -> Segment {
      Segment(
        target: range(start, end),
        media: .init(asset: "\(asset)", source: range(source, source + end - start)))
    }
    let upper = try Track(
      id: "upper", mediaType: .video,
      segments: [
        segment(0, 10, 0, 50), Segment(target: range(50, 65)), segment(0, 0, 65, Self.length),
      ])
    let lower = try Track(
      id: "lower", mediaType: .video,
      segments: [segment(1, 5, 0, 80), segment(0, 80, 80, Self.length)])
    let matrix = TransformMatrix(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0)
    let small = AnimatedValue(LayerTransform(matrix))
    let ends = instructions.dropFirst().map(\.start) + [Self.length]
    return Composition(
      render: RenderSettings(size: Self.size, frameDuration: Self.frame), assets: assets,
      tracks: [upper, lower],
      instructions: zip(instructions, ends).map { instruction, end in
        let layers = [
          Layer(track: "upper", transform: small, effects: instruction.upper),
          Layer(track: "lower", opacity: AnimatedValue(0.8), effects: instruction.lower),
        ]
        return Instruction(
          range: range(instruction.start, end),
          layers: instruction.isSwapped ? layers.reversed() : layers)
      })
  }

  /// Some instructions of random lengths, with random effects.
  private func instructions(
    seed: UInt64
  ) -> [(start: Int, upper: [Effect], lower: [Effect], isSwapped: Bool)] {
    var random = SeededGenerator(seed: seed), start = 0
    var instructions: [(start: Int, upper: [Effect], lower: [Effect], isSwapped: Bool)] = []
    while start < Self.length {
      instructions.append(
        (
          start, Self.chains.randomElement(using: &random)!,
          Self.chains.randomElement(using: &random)!,
          Int.random(in: 0..<4, using: &random) == 0
        ))
      start += Int.random(in: 1...30, using: &random)
    }
    return instructions
  }

  private func translation(_ composition: Composition) async throws -> Translation {
    let catalog = await MediaCatalog(of: composition)
    return try Translation(ResolvedComposition.knowing(composition, catalog.descriptions))
  }

  /// The digests of each instruction's frames, from a render in which it lasts for the whole
  /// time and its effects are elements of the graph.
  private func reference(seed: UInt64) async throws -> [String] {
    let list = instructions(seed: seed)
    var frames: [String] = []
    for (index, instruction) in list.enumerated() {
      var alone = instruction
      alone.start = 0
      let translation = try await translation(composition([alone]))
      let graph = translation.graph(to: SinkOutput(videoSink: "fakesink", audioSink: nil))
      #expect(!graph.elements.contains { $0.factory == "layereffects" })
      let end = index + 1 < list.count ? list[index + 1].start : Self.length
      let rendered = try await Rendering(translation).frames
      frames += digests(rendered[instruction.start..<end])
    }
    return frames
  }

  // `textoverlay` has an input for texts, which stays open.
  @Test func `an effect with an open input is in one of two instructions`() async throws {
    let effect = Effect(
      element: "textoverlay",
      properties: ["text": .string("Text"), "font-desc": .string("Sans 60")])
    func frames(_ starts: [(Int, [Effect])]) async throws -> [String] {
      let instructions = starts.map { (start: $0, upper: [Effect](), lower: $1, isSwapped: false) }
      return digests(
        try await Rendering(translation(composition(instructions))).frames[...])
    }
    let plain = try await frames([(0, [])]), whole = try await frames([(0, [effect])])
    let part = try await frames([(0, []), (70, [effect])])
    #expect(part == Array(plain[..<70] + whole[70...]))
    #expect(plain[70] != whole[70])
  }

  @Test(arguments: UInt64(0)..<4)
  func `each frame has the effects of its instruction`(seed: UInt64) async throws {
    let translation = try await translation(composition(instructions(seed: seed)))
    let frames = try await digests(Rendering(translation).frames)
    let expected = try await reference(seed: seed)
    #expect(frames.count == Self.length)
    for (index, (frame, other)) in zip(frames, expected).enumerated() where frame != other {
      let instruction = instructions(seed: seed).last { $0.start <= index }
      Issue.record("seed \(seed): frame \(index) differs, of \(String(describing: instruction))")
    }
  }

  @Test(arguments: UInt64(10)..<12)
  func `seeks select the effects of their time, forwards and backwards`(seed: UInt64) async throws {
    let translation = try await translation(composition(instructions(seed: seed)))
    let expected = try await reference(seed: seed)
    #expect(expected.count == Self.length)
    try await expectRandomSeeks(
      30, ofAtMost: 40, in: translation, frame: Self.frame, seed: seed, toShow: expected)
  }

  @Test func `seeks in quick succession end at the target of the last`() async throws {
    let translation = try await translation(composition(instructions(seed: 20)))
    let expected = try await reference(seed: 20)
    var random = SeededGenerator(seed: 20)
    try await Screening.show(translation) { screening in
      for _ in 0..<10 {
        // The end of an earlier seek would count as that of the last.
        for _ in 0..<10 {
          let start = Int.random(in: 0..<Self.length - 1, using: &random)
          screening.seek(.init(from: Self.frame * start, loops: true))
        }
        let start = Int.random(in: 0..<Self.length, using: &random)
        let shown = try await screening.frames(.init(from: Self.frame * start))
        #expect(digests(shown) == Array(expected[start...]), "from \(start)")
      }
    }
  }

  @Test(arguments: [2, 100, 1000])
  func `the graph does not grow with the number of instructions`(count: Int) async throws {
    let effects = (0..<count).map { index in
      [Effect(element: "vignette", properties: ["strength": .double(Double(index) / 1000)])]
    }
    let length = MediaTime(Int64(Self.length), over: 30 * Int64(count))
    var composition = try await composition([(0, [], [], false)])
    composition.instructions = effects.enumerated().map { index, chain in
      Instruction(
        range: TimeRange(start: length * index, end: length * (index + 1)),
        layers: [Layer(track: "upper", effects: chain), Layer(track: "lower")])
    }
    let graph = try await translation(composition).graph(
      to: SinkOutput(videoSink: "fakesink", audioSink: nil))
    #expect(graph.elements.count { $0.factory == "tracksrc" && $0.name != "background" } == 2)
    #expect(graph.elements.count { $0.factory == "layereffects" } == 1)
    #expect(!graph.elements.contains { $0.factory == "vignette" })
  }

  @Test func `tracks with the same media share their source while effects change`()
    async throws
  {
    for (element, sources) in [("gamma", 1), ("clockoverlay", 2)] {
      var composition = try await composition([
        (0, Self.chains[1], Self.chains[2], false),
        (60, Self.chains[3], [Effect(element: element)], false),
      ])
      let segments = composition.tracks[1].segments
      composition.tracks[0] = try Track(id: "upper", mediaType: .video, segments: segments)
      let graph = try await translation(composition).graph(
        to: SinkOutput(videoSink: "fakesink", audioSink: nil))
      #expect(
        graph.elements.count { $0.factory == "tracksrc" && $0.name != "background" } == sources)
    }
  }

  @Test(arguments: [
    Effect.Value.string("vertical-flip"), .string("Flip vertically"), .string("5"), .int(5),
  ])
  func `the old property of videoflip rotates frames, alone and in a chain`(
    method: Effect.Value
  ) async throws {
    var edit = try await PlayerStudio().composition([[(1, 0), (1, 2)]]).composition
    let plain = try await Rendering(Translation(edit.prepared())).frames
    func layers(_ effects: [Effect]) -> [Layer] { [Layer(track: "0", effects: effects)] }
    let flip = Effect(element: "videoflip", properties: ["method": method])
    for second in [[flip], []] {
      edit.instructions = [
        Instruction(
          range: TimeRange(start: .zero, end: MediaTime(2)), layers: layers([flip])),
        Instruction(
          range: TimeRange(start: MediaTime(2), end: MediaTime(4)), layers: layers(second)),
      ]
      let flipped = try await Rendering(Translation(edit.prepared())).frames
      for index in [0, 30, 59] {
        for (plane, other) in zip(flipped[index].planes, plain[index].planes) {
          let rows = (0..<plane.height).reversed().flatMap { row in
            plane.bytes[row * plane.stride..<(row + 1) * plane.stride]
          }
          #expect(rows == other.bytes)
        }
      }
    }
  }

  @Test func `a changed effect property takes effect with the next frames`() async throws {
    func edit(_ saturation: Double) async throws -> ResolvedComposition {
      var edit = try await PlayerStudio().composition([[(1, 0), (1, 2)]]).composition
      func effect(_ saturation: Double) -> [Effect] {
        [Effect(element: "videobalance", properties: ["saturation": .double(saturation)])]
      }
      edit.instructions = [
        Instruction(
          range: TimeRange(start: .zero, end: MediaTime(2)),
          layers: [Layer(track: "0", effects: effect(saturation))]),
        Instruction(
          range: TimeRange(start: MediaTime(2), end: MediaTime(4)),
          layers: [Layer(track: "0", effects: effect(0))]),
      ]
      return try await edit.prepared()
    }
    let first = try await edit(0.2), second = try await edit(0.6)
    let graphs = try [first, second].map {
      try Translation($0).graph(to: SinkOutput(videoSink: "fakesink", audioSink: nil))
    }
    let changes = graphs[0].changes(to: graphs[1])
    #expect(changes?.map(\.property) == ["chains"])
    let expected = try await Rendering(Translation(second)).frames
    let before = try await Rendering(Translation(first)).frames
    #expect(before[10].bytes != expected[10].bytes)
    #expect(before[70].bytes == expected[70].bytes)

    // More than one turn of the loop, so that there are frames of both instructions.
    let shown = try await PlayerStudio().frames(playing: first, then: second, atLeast: 150)
    let tail = shown.frames.dropFirst(shown.before + 10)
    #expect(tail.count > 100)
    let (wanted, unwanted) = (Set(digests(expected)), Set(digests(before[..<60])))
    #expect(wanted.isDisjoint(with: unwanted))
    for (index, frame) in digests(tail).enumerated() where !wanted.contains(frame) {
      let fault = unwanted.contains(frame) ? "old" : "wrong"
      Issue.record("frame \(index) of \(tail.count) is \(fault)")
    }
  }
}
