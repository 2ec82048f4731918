import Cutaway
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Compositors in running pipelines: the frames before, during and after them.
@Suite(.serialized) struct CompositorTests {
  private static let frame = MediaTime(1, over: 30)
  private static let size = PixelSize(width: 320, height: 180)
  private static let media = [
    TestMedia(video: .init(frameCount: 120, keyFrameInterval: 40, clip: 71)),
    TestMedia(
      .mkv, video: .init(frameRate: .pal25, frameCount: 100, keyFrameInterval: 50, clip: 72)),
    TestMedia(
      video: .init(
        width: 640, height: 360, frameRate: .pal25, frameCount: 100, keyFrameInterval: 25, clip: 73)
    ),
  ]

  /// A random sequence of clips that dissolve into each other by opacities, under a small picture.
  private func dissolves(seed: UInt64, transform: LayerTransform? = nil) async throws -> Composition
  {
    var random = SeededGenerator(seed: seed)
    var composition = Composition(
      render: RenderSettings(size: Self.size, frameDuration: Self.frame))
    for (index, file) in Self.media.enumerated() {
      composition.assets.append(
        Asset(id: "\(index)", location: try await file.file().path))
    }
    var segments: [Segment] = [], transitions: [Int: Transition] = [:], end = 0
    for index in 0..<Int.random(in: 3...5, using: &random) {
      let length = Int.random(in: 18...40, using: &random)
      let from = Int.random(in: 0...50, using: &random)
      if index > 0, Int.random(in: 0..<4, using: &random) > 0 {
        let overlap = Int.random(in: 1...8, using: &random)
        transitions[index] = Transition(duration: Self.frame * overlap)
        end -= overlap
      }
      segments.append(
        Segment(
          target: TimeRange(start: Self.frame * end, duration: Self.frame * length),
          media: .init(
            asset: Asset.ID("\(Int.random(in: 0...2, using: &random))"),
            source: TimeRange(start: Self.frame * from, duration: Self.frame * length))))
      end += length
    }
    let source = TimeRange(start: .zero, duration: Self.frame * 80)
    composition.tracks = [
      Track(id: "v", mediaType: .video),
      try Track(
        id: "small", mediaType: .video,
        segments: [Segment(target: source, media: .init(asset: "0", source: source))]),
    ]
    let small = TransformMatrix(a: 0.25, b: 0, c: 0, d: 0.25, tx: 220, ty: 10)
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: Self.frame * end),
        layers: [
          Layer(track: "small", transform: AnimatedValue(LayerTransform(small))),
          Layer(
            track: "v",
            transform: AnimatedValue(transform ?? LayerTransform(.stretch))),
        ])
    ]
    try composition.setSegments(segments, transitions: transitions, of: "v")
    return composition
  }

  /// The same with a compositor in place of each change of opacity.
  private func composited(_ composition: Composition, by element: String) -> Composition {
    var result = composition
    for index in result.instructions.indices {
      let layers = result.instructions[index].layers.filter { $0.track != "small" }
      if layers.contains(where: { !$0.opacity.entries.isEmpty }) {
        result.instructions[index].compositor = Compositor(
          element: element, tracks: layers.reversed().map(\.track))
      }
    }
    return result
  }

  private func translation(_ composition: Composition) async throws -> Translation {
    let catalog = await MediaCatalog(of: composition)
    return try Translation(ResolvedComposition.knowing(composition, catalog.descriptions))
  }

  @Test(arguments: UInt64(0)..<8, ["layermixer", "compositor"])
  func `a compositor that mixes gives the frames of a mix`(seed: UInt64, element: String)
    async throws
  {
    let plain = try await dissolves(seed: seed)
    let edit = composited(plain, by: element)
    let (expected, found) = (
      try await Rendering(translation(plain)).frames, try await Rendering(translation(edit)).frames
    )
    #expect(found.count == expected.count)
    var compared = 0
    for (index, pair) in zip(expected, found).enumerated() {
      let time = Self.frame * index
      if edit.instructions.contains(where: { $0.compositor != nil && $0.range.contains(time) }) {
        // Chroma is at full resolution on its way through the compositor.
        #expect(psnr(pair.0, pair.1) > 46, "frame \(index)")
        compared += 1
      } else {
        #expect(pair.0.bytes == pair.1.bytes, "frame \(index)")
      }
    }
    let frames =
      edit.instructions.filter { $0.compositor != nil }
      .reduce(MediaTime.zero) { $0 + $1.range.duration } / Self.frame
    #expect(MediaTime(Int64(compared)) == frames)
  }

  @Test(arguments: UInt64(20)..<26)
  func `seeks show what plays`(seed: UInt64) async throws {
    let edit = try await translation(composited(dissolves(seed: seed), by: "layermixer"))
    let linear = digests(try await Rendering(edit).frames)
    try await expectRandomSeeks(
      16, ofAtMost: 12, in: edit, frame: Self.frame, seed: seed, toShow: linear)
  }

  @Test(arguments: UInt64(20)..<23)
  func `seeks show what a stock compositor plays forwards`(seed: UInt64) async throws {
    let edit = try await translation(composited(dissolves(seed: seed), by: "compositor"))
    let linear = digests(try await Rendering(edit).frames)
    var random = SeededGenerator(seed: seed)
    try await Screening.show(edit) { screening in
      for _ in 0..<12 {
        let start = Int.random(in: 0..<linear.count, using: &random)
        let end = Int.random(in: start + 1...min(start + 12, linear.count), using: &random)
        let shown = try await screening.frames(
          .init(from: Self.frame * start, until: Self.frame * end))
        #expect(digests(shown) == Array(linear[start..<end]), "\(start)..<\(end)")
      }
    }
  }

  @Test(arguments: UInt64(50)..<54)
  func `several compositors of the same layers follow seeks`(seed: UInt64) async throws {
    var edit = composited(try await dissolves(seed: seed), by: "layermixer")
    var random = SeededGenerator(seed: seed)
    for index in edit.instructions.indices {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: edit.instructions[index].compositor?.properties = ["background": .string("black")]
      case 1: edit.instructions[index].compositor?.tracks.reverse()
      default: break
      }
    }
    let whole = try await translation(edit)
    let linear = digests(try await Rendering(whole).frames)
    try await expectRandomSeeks(
      12, ofAtMost: 12, in: whole, frame: Self.frame, seed: seed, toShow: linear)
  }

  @Test(arguments: UInt64(60)..<64)
  func `dissolvetransition gives the frames of a change of opacity`(seed: UInt64) async throws {
    let plain = try await dissolves(seed: seed)
    var edit = plain
    for index in edit.instructions.indices {
      let layers = edit.instructions[index].layers
      guard let top = layers.firstIndex(where: { !$0.opacity.entries.isEmpty }),
        case .ramp(let ramp)? = layers[top].opacity.entries.first
      else { continue }
      edit.instructions[index].layers[top].opacity = AnimatedValue()
      let pair = [layers[top].track, layers[top + 1].track]
      edit.instructions[index].compositor = Compositor(
        element: "dissolvetransition",
        properties: ["progress": try .ramp(over: ramp.range, from: 0, to: 1)],
        tracks: ramp.from == 1 ? pair : pair.reversed())
    }
    let (expected, found) = (
      try await Rendering(plain).frames, try await Rendering(edit).frames
    )
    #expect(found.count == expected.count)
    for (index, pair) in zip(expected, found).enumerated() {
      #expect(psnr(pair.0, pair.1) > 46, "frame \(index)")
    }
  }

  @Test(arguments: Transition.names)
  func `a transition changes frames only during its time, and follows seeks`(
    name: String
  ) async throws {
    var plain = try await dissolves(seed: 70)
    plain.instructions = []
    plain.tracks.removeAll { $0.id != "v" }
    let segments = [(0, 40, "0"), (25, 60, "1"), (50, 90, "0")].map { start, end, asset in
      Segment(
        target: TimeRange(start: Self.frame * start, end: Self.frame * end),
        media: .init(
          asset: Asset.ID(asset),
          source: TimeRange(start: Self.frame * start, end: Self.frame * end)))
    }
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let map = folder.file("map.png").path
    var graph = PipelineGraph()
    let source = graph.add(
      "videotestsrc", name: "source", [.init("num-buffers", 1), .init("pattern", "snow")])
    let encoder = graph.link(
      source.restricted(to: "video/x-raw,format=GRAY8,width=64,height=36"),
      graph.add("pngenc", name: "encoder"))
    graph.link(encoder, graph.add("filesink", name: "file", [.init("location", .string(map))]))
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    var edit = plain
    let properties: [String: Effect.Value] = name == "luma" ? ["image": .string(map)] : [:]
    func transition(_ count: Int, _ name: String) -> Transition {
      Transition(
        named: name, duration: Self.frame * count, properties: name == "luma" ? properties : [:])
    }
    try plain.setSegments(
      segments, transitions: [1: transition(15, "dissolve"), 2: transition(10, "dissolve")],
      of: "v")
    try edit.setSegments(
      segments, transitions: [1: transition(15, name), 2: transition(10, name)], of: "v")
    let whole = try await translation(edit)
    let (expected, found) = (
      try await Rendering(plain).frames, try await Rendering(whole).frames
    )
    #expect(found.count == 90)
    for index in expected.indices where !(25..<40).contains(index) && !(50..<60).contains(index) {
      #expect(found[index].bytes == expected[index].bytes, "frame \(index)")
    }
    if name != "dissolve" {
      // The first frame of a transition shows the first picture, as that of a dissolve does.
      #expect(psnr(found[25], expected[25]) > 46)
      #expect(found[32].bytes != expected[32].bytes)
    }
    try await expectRandomSeeks(
      8, ofAtMost: 12, in: whole, frame: Self.frame, seed: 70, toShow: digests(found))
  }

  @Test(arguments: UInt64(30)..<33)
  func `effects and many tracks do not stall`(seed: UInt64) async throws {
    var edit = composited(try await dissolves(seed: seed), by: "layermixer")
    var random = SeededGenerator(seed: seed)
    for index in edit.tracks.indices where Bool.random(using: &random) {
      // `gaussianblur` of GStreamer 1.22 gives other frames in each run if it starts in mid-stream.
      edit.tracks[index].effects = [Effect(element: "blur")]
    }
    for index in edit.instructions.indices {
      for layer in edit.instructions[index].layers.indices where Bool.random(using: &random) {
        edit.instructions[index].layers[layer].effects = [Effect(element: "vignette")]
      }
      // All layers: the small picture is an input, too.
      if Bool.random(using: &random) { edit.instructions[index].compositor?.tracks = [] }
    }
    let whole = try await translation(edit)
    let frames = try await Rendering(whole).frames
    #expect(Int64(frames.count) == whole.resolved.frameCount)
    try await expectRandomSeeks(
      8, ofAtMost: 8, in: whole, frame: Self.frame, seed: seed, toShow: digests(frames))
  }

  @Test func `a part of a composition has the frames of the whole`() async throws {
    let edit = composited(try await dissolves(seed: 40), by: "layermixer")
    let whole = try await Rendering(edit).frames
    for start in [3, 17, 25] {
      let range = TimeRange(start: Self.frame * start, duration: Self.frame * 20)
      let part = try await Rendering(edit, range: range).frames
      #expect(digests(part) == digests(whole[start..<start + 20]))
    }
  }

  @Test func `a part of a composition does not depend on transitions outside of it`() async throws {
    var edit = try await dissolves(seed: 42, transform: LayerTransform(.fit))
    edit.tracks.removeAll { $0.id != "v" }
    edit.instructions = []
    let wipe = Transition(named: "wipe", duration: Self.frame * 10, properties: [:])
    // The last clip has another size, so a mixer draws it into a frame first.
    let segments = ["0", "1", "0", "2"].enumerated().map { index, asset in
      Segment(
        target: TimeRange(start: Self.frame * (index * 20), duration: Self.frame * 30),
        media: .init(
          asset: Asset.ID(asset),
          source: TimeRange(start: Self.frame * 30, duration: Self.frame * 30)))
    }
    try edit.setSegments(segments, transitions: [1: wipe, 2: wipe, 3: wipe], of: "v")
    let whole = try await Rendering(edit).frames
    for (start, count) in [(0, 32), (22, 20), (45, 1)] {
      let range = TimeRange(start: Self.frame * start, duration: Self.frame * count)
      let part = try await Rendering(edit, range: range).frames
      #expect(digests(part) == digests(whole[start..<start + count]), "from \(start)")
    }
  }

  @Test func `an effect on a clip after a gap does not stall a stock compositor`() async throws {
    var edit = try await dissolves(seed: 43)
    let half = Self.frame * 30
    edit.tracks = try [("a", nil), ("b", half)].map { (id: Track.ID, gap: MediaTime?) in
      var segments = [
        Segment(
          target: TimeRange(start: gap ?? .zero, duration: half),
          media: .init(asset: "0", source: TimeRange(start: half, duration: half)))
      ]
      if let gap {
        segments.insert(Segment(target: TimeRange(start: .zero, duration: gap)), at: 0)
      }
      return try Track(
        id: id, mediaType: .video, segments: segments, effects: [Effect(element: "vignette")])
    }
    edit.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: half), layers: [Layer(track: "a")]),
      Instruction(
        range: TimeRange(start: half, duration: half),
        layers: [Layer(track: "b")], compositor: Compositor(element: "compositor")),
    ]
    #expect(try await Rendering(edit).frames.count == 60)
  }

  @Test func `a missing clip leaves a gap in a compositor`() async throws {
    var edit = composited(try await dissolves(seed: 41), by: "layermixer")
    let count = try await translation(edit).resolved.frameCount
    edit.tracks[0].effects = []
    let catalog = await MediaCatalog(of: edit)
    for index in edit.assets.indices where edit.assets[index].id == "0" {
      edit.assets[index].location += ".missing"
    }
    let broken = try Translation(
      ResolvedComposition.knowing(edit, catalog.descriptions), onMissing: .gap)
    #expect(Int64(try await Rendering(broken).frames.count) == count)
  }

  @Test(arguments: UInt64(0)..<6)
  func `a gate passes the frames of its windows`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed), windows: [TimeRange] = [], start = 0
    while true {
      let first = start + Int.random(in: 0...9, using: &random)
      let end = first + Int.random(in: 1...9, using: &random)
      if end > 60 { break }
      windows.append(TimeRange(start: Self.frame * first, end: Self.frame * end))
      start = end
    }
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func frames(_ name: String, gate: String?) async throws -> [RawFrame] {
      var graph = PipelineGraph()
      let path = folder.file(name).path
      let source = graph.add(
        "videotestsrc", name: "source", [.init("num-buffers", 60), .init("pattern", "ball")])
      var port = graph.link(
        source.restricted(to: "video/x-raw,format=I420,width=64,height=36,framerate=30/1"),
        graph.add("identity", name: "pass"))
      if let gate {
        port = graph.link(
          port, graph.add("framegate", name: "gate", [.init("windows", .string(gate))]))
      }
      graph.link(port, graph.add("filesink", name: "sink", [.init("location", .string(path))]))
      try await withPipeline(graph) { pipeline in
        try pipeline.play()
        try await pipeline.waitForEnd()
      }
      return try rawFrames(at: path, width: 64, height: 36)
    }
    let all = try await frames("all", gate: nil)
    let passed = try await frames("some", gate: windows.map { "\($0)" }.joined(separator: "; "))
    let expected = all.enumerated().filter { index, _ in
      windows.contains { $0.contains(Self.frame * index) }
    }.map(\.element)
    #expect(all.count == 60)
    #expect(digests(passed) == digests(expected))
  }
}
