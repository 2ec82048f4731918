import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Compositors in graphs: which elements there are, and when they work.
@Suite struct CompositorGraphTests {
  /// Tracks `a` and `b` that play all the time; each instruction lasts one second.
  private func composition(
    _ compositors: [Compositor?], layers: [Layer] = [Layer(track: "b"), Layer(track: "a")]
  ) throws -> Composition {
    let length = Int64(compositors.count)
    var composition = Editing.composition([
      try Editing.track("a", (0, length)), try Editing.track("b", (0, length), asset: "talkie"),
      try Editing.track("c", (0, length), asset: "logo"),
    ])
    composition.instructions = compositors.enumerated().map { index, compositor in
      Instruction(
        range: Editing.range(Int64(index), Int64(index) + 1), layers: layers, compositor: compositor
      )
    }
    return composition
  }

  private func progress(_ start: Int64, _ end: Int64) throws -> Effect.Value {
    .animated(.number(try Editing.ramp(start, end, from: 0, to: 1)))
  }

  private func inputs(of graph: PipelineGraph, _ element: String) throws -> [[String]] {
    try graph.branches(of: element).map { $0.elements.map(\.name) }
  }

  /// The gates before compositors; others stand before the queues beside them.
  private func gates(of graph: PipelineGraph) -> [PipelineGraph.Element] {
    graph.elements("framegate").filter { $0.value("forward-seeks") != nil }
  }

  private func windows(of graph: PipelineGraph) -> [String] {
    gates(of: graph).compactMap { $0.text("windows") }
  }

  @Test func `the mixer shows the compositor in place of its layers`() throws {
    let graph = try composition([nil, Compositor(element: "mixer"), nil]).graph()
    #expect(
      try inputs(of: graph, "mixer") == [
        ["track-a", "track-a-fork", "mixer-0-gate", "mixer-0-queue"],
        ["track-b", "track-b-fork", "mixer-1-gate", "mixer-1-queue"],
      ])
    #expect(windows(of: graph) == ["1..2", "1..2"])
    let pads = try #require(graph.elements("layermixer").first?.pads)
    #expect(Set(pads.map(\.name)) == ["sink_0", "sink_1", "sink_2", "sink_3"])
    let opacities = pads.sorted { $0.name < $1.name }.dropFirst().map { pad in
      pad.properties.first { $0.name == "opacity" }?.value
    }
    #expect(
      opacities.map { $0?.description } == [
        "\"0..1{} 1..2{0=0} 2..3{}\"", "\"0..1{} 1..2{0=0} 2..3{}\"",
        "\"0..1{0=0} 1..2{0=1} 2..3{0=0}\"",
      ])
    let link = try #require(graph.links.first { $0.sink.pad == "sink_3" })
    #expect(link.source.element == "mixer")
  }

  @Test func `equal compositors are one element`() throws {
    let first = Compositor(element: "mixer", properties: ["progress": try progress(0, 1)])
    let second = Compositor(element: "mixer", properties: ["progress": try progress(2, 3)])
    let graph = try composition([first, nil, second, second]).graph()
    // The last instruction starts after its ramp.
    let keyframes = graph.elements("mixer").compactMap { $0.text("keyframes") }
    #expect(keyframes.sorted() == ["progress{0..1=0>1; 2..3=0>1}", "progress{2..3=0>1}"])
    #expect(windows(of: graph).sorted() == ["0..1;2..3", "0..1;2..3", "3..4", "3..4"])
  }

  @Test func `compositors get seeks before their sources`() throws {
    let soft = Compositor(element: "mixer", properties: ["softness": .double(1)])
    let graph = try composition([Compositor(element: "mixer"), soft]).graph()
    let order = graph.links.filter { $0.sink.element == "picture" }.map(\.source.element)
    #expect(order.prefix(1) == ["background"])
    #expect(Set(order[1..<3]) == ["mixer", "mixer-2"])
    #expect(order.count == 5)
    #expect(gates(of: graph).allSatisfy { $0.value("forward-seeks") == .bool(false) })
  }

  @Test func `compositors with other settings or tracks are other elements`() throws {
    let plain = Compositor(element: "mixer")
    let soft = Compositor(element: "mixer", properties: ["softness": .double(1)])
    let turned = Compositor(element: "mixer", tracks: ["b", "a"])
    let graph = try composition([plain, soft, turned, plain]).graph()
    #expect(graph.elements("mixer").count == 3)
    #expect(graph.trackSources.count == 2)
    let orders = try inputs(of: graph, "mixer").map(\.first)
    #expect(Set(orders.compactMap(\.self)) == ["track-a", "track-b"])
  }

  @Test func `the result lies above its topmost layer and below those above it`() throws {
    let layers = ["c", "b", "a"].map { (id: Track.ID) in Layer(track: id) }
    let both = Compositor(element: "mixer", tracks: ["a", "b"])
    let graph = try composition([nil, both], layers: layers).graph()
    let mixer = try #require(graph.elements("layermixer").first { $0.name == "picture" })
    let sources = mixer.pads.sorted { $0.name < $1.name }.map { pad in
      graph.links.first { ($0.sink.element, $0.sink.pad) == (mixer.name, pad.name) }?.source.element
    }
    #expect(sources.count == 5)
    #expect(sources[3] == "mixer")
    #expect(sources[4]?.hasPrefix("track-c") == true)
  }

  @Test func `layers are placed in full frames before they are combined`() throws {
    let placed = Layer(track: "a", transform: Editing.moved(100), opacity: AnimatedValue(0.5))
    let compositor = Compositor(element: "mixer")
    let graph = try composition([compositor], layers: [Layer(track: "b"), placed]).graph()
    let places = graph.elements("layermixer").filter { $0.text("background") == "transparent" }
    #expect(places.count == 1)
    #expect(
      places.first?.pads.first?.properties == [
        .init("transform", .shared(try KeyframeWindows<TransformMatrix>(text: "0=1,0,0,1,100,0"))),
        .init("opacity", .shared(try KeyframeWindows<Double>(text: "0=0.5"))),
      ])
    let caps = graph.links.first { $0.source.element == places.first?.name }?.caps
    #expect(caps == "video/x-raw,format=AYUV,colorimetry=bt709,width=1920,height=1080")
    var small = try composition([compositor])
    small.render.scale = MediaTime(1, over: 2)
    #expect(try small.graph().elements("layermixer").count == 3)
    small.instructions[0].compositor?.frames = .source
    #expect(try small.graph().elements("layermixer").count == 1)
  }

  @Test func `a part of the composition has the windows of its own time`() throws {
    let compositor = Compositor(element: "mixer", properties: ["progress": try progress(2, 3)])
    let edit = try composition([nil, nil, compositor, nil])
    let graph = try edit.graph(range: Editing.range(1, 4))
    #expect(windows(of: graph) == ["1..2", "1..2"])
    #expect(graph.elements("mixer").map { $0.text("keyframes") } == ["progress{1..2=0>1}"])
    #expect(try edit.graph(range: Editing.range(0, 2)).elements("mixer").isEmpty)
  }

  @Test func `an element that may need later frames has a queue beside it`() throws {
    for (element, count) in [("wipetransition", 0), ("layermixer", 0), ("compositor", 4)] {
      let graph = try composition([Compositor(element: element), nil]).graph()
      // Each of the two layers has one on its way to the mixer, and one on its way to the element.
      #expect(graph.elements("queue").filter { !$0.name.hasPrefix("picture") }.count == count)
      // A queue would hold an allocation query until the mixer has taken all frames before it.
      #expect(
        graph.elements("framegate").filter { $0.value("forward-allocation") == .bool(false) }.count
          == count)
    }
  }

  @Test func `an opaque layer does not hide the layers of a compositor`() throws {
    for compositor in [nil, Compositor(element: "mixer", tracks: ["a", "b"])] {
      var edit = Editing.composition([
        try Editing.track("a", (0, 8)), try Editing.track("b", (0, 8), asset: "talkie"),
      ])
      edit.instructions = [
        Instruction(
          range: Editing.range(0, 8), layers: [Layer(track: "b"), Layer(track: "a")],
          compositor: compositor)
      ]
      var media = Editing.media
      for asset in ["film", "talkie"] as [Asset.ID] {
        media[asset]?.videoTracks[0].duration = MediaTime(10)
      }
      #expect(try edit.graph(media).trackSources.count == (compositor == nil ? 1 : 2))
    }
  }

  @Test func `a compositor cannot be copied`() throws {
    let edit = try composition(
      [Compositor(element: "mixer", tracks: ["a"])], layers: [Layer(track: "a")])
    let faults = try PassthroughPlan(ResolvedComposition(edit, media: Editing.media)).faults
    #expect(faults.contains { $0.error.message.contains("a compositor needs decoded frames") })
  }

  @Test func `cross-faded sounds have a constant power`() throws {
    var edit = Editing.composition([Track(id: "s", mediaType: .audio)])
    let media = Segment.Media(asset: "song", source: Editing.range(0, 5))
    try edit.setSegments(
      [
        Segment(target: Editing.range(0, 5), media: media),
        Segment(target: Editing.range(3, 8), media: media),
      ], transitions: [1: Transition(duration: MediaTime(2))], of: "s")
    let gains = try edit.graph().sounds.map(\.gains)
    #expect(gains.map(\.count) == [1, 1])
    for sample in stride(from: Int64(0), to: 8 * 48_000, by: 997) {
      let time = MediaTime(sample, over: 48_000), t = time.seconds
      let pair = gains.map { $0[0].value(at: time) ?? 1 }
      let p = min(1, max(0, (t - 3) / 2))
      if t < 5 { #expect(abs(pair[0] - cosine(p)) < 1e-9) }
      if t >= 3 { #expect(abs(pair[1] - cosine(1 - p)) < 1e-9) }
      if t >= 3, t < 5 { #expect(abs(pair[0] * pair[0] + pair[1] * pair[1] - 1) < 1e-9) }
    }
  }

  /// cos(p·π/2) by its series.
  private func cosine(_ p: Double) -> Double {
    let x = p * .pi / 2
    var sum = 1.0, term = 1.0
    for n in 1...12 {
      term *= -x * x / Double((2 * n - 1) * (2 * n))
      sum += term
    }
    return sum
  }
}
