import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Which layers have a blurred background, and the elements that draw it.
@Suite struct BackgroundGraphTests {
  private static let media: [Asset.ID: MediaDescription] = [
    "tall": Editing.film(1080, 1920), "wide": Editing.film(), "logo": Editing.media["logo"]!,
  ]

  /// Tracks in the order from the bottom to the top, shown fitted.
  private func composition(
    _ tracks: [Track], _ change: (inout Instruction) -> Void = { _ in }
  ) -> Composition {
    var instruction = Instruction(
      range: Editing.range(0, 10),
      layers: tracks.reversed().map { track in
        Layer(track: track.id, transform: AnimatedValue(LayerTransform(.fit)))
      })
    change(&instruction)
    var composition = Editing.composition(tracks, [instruction])
    composition.assets = Self.media.keys.sorted().map { Asset(id: $0, location: "\($0).mkv") }
    composition.render.blurredBackground = BlurredBackground()
    return composition
  }

  /// When tracks are shown with a background, and without, as text.
  private func shown(_ composition: Composition) throws -> [String] {
    let graph = try composition.graph(Self.media)
    let mixer = try #require(graph.elements.first { $0.name == "picture" })
    return try mixer.pads.dropFirst().map { pad in
      var path: [PipelineGraph.Element] = []
      var sink: PipelineGraph.Port? = .init(element: mixer.name, pad: pad.name)
      while let end = sink {
        // The layer itself is the upper input of the mixer with the background.
        let link = try #require(
          graph.links.first { $0.sink == end || end.pad == nil && $0.sink.element == end.element })
        path += graph.elements.filter { $0.name == link.source.element }
        sink =
          path.last?.factory == "tracksrc"
          ? nil
          : .init(
            element: link.source.element,
            pad: path.last?.factory == "layermixer" ? "sink_1" : nil)
      }
      let segments = path.last?.shared("segments", SharedSegments.self)?.segments ?? []
      let kind = path.contains { $0.name.hasSuffix("-on-background") } ? "blurred" : "plain"
      return "\(kind) "
        + segments.map {
          "\($0.location.prefix(4)) \($0.mapping.target.start.text)..\($0.mapping.target.end.text)"
        }.joined(separator: ", ")
    }
  }

  @Test func `a clip is decoded once for itself and its background`() throws {
    let edit = composition([try Editing.track("a", (0, 10), asset: "tall")])
    let graph = try edit.graph(Self.media)
    #expect(graph.trackSources.count == 1)
    #expect(try shown(edit) == ["blurred tall 0..10"])
    let small = try #require(graph.elements.first { $0.name == "track-a-background" })
    let caps = graph.links.first { $0.source.element == small.name }?.caps ?? ""
    #expect(caps.contains("format=I420,width=178,height=100"))
  }

  @Test func `a clip that fills the picture needs no background`() throws {
    let edit = composition([try Editing.track("a", (0, 10), asset: "wide")])
    #expect(try shown(edit) == ["plain wide 0..10"])
  }

  @Test func `the lowest layer that has a frame gets the background`() throws {
    let edit = composition([
      try Editing.track("a", (0, 3), (6, 10), asset: "tall"),
      try Editing.track("b", (2, 9), asset: "tall"),
    ])
    #expect(
      try shown(edit) == [
        "blurred tall 0..3, tall 6..10", "plain tall 2..3, tall 6..9", "blurred tall 3..6",
      ])
  }

  @Test func `a layer has a background of its own`() throws {
    let edit = composition([
      try Editing.track("a", (0, 10), asset: "tall"),
      try Editing.track("b", (2, 9), asset: "tall"),
    ]) { instruction in
      instruction.background = .black
      instruction.layers[0].blurredBackground = BlurredBackground(blur: 0.1)
    }
    #expect(try shown(edit) == ["plain tall 0..10", "blurred tall 2..9"])
  }

  @Test func `the colour of an instruction replaces the background`() throws {
    let track = try Editing.track("a", (0, 10), asset: "tall")
    #expect(try shown(composition([track]) { $0.background = .black }) == ["plain tall 0..10"])
  }

  @Test func `a track of layers has no background`() throws {
    var drawn = Track(id: "b", mediaType: .video)
    drawn.layer = OverlayLayer()
    let edit = composition([drawn, try Editing.track("a", (0, 10), asset: "tall")])
    #expect(try shown(edit).last == "blurred tall 0..10")
  }

  @Test func `both clips of a transition have a background, which dissolves by opacity`() throws {
    var edit = composition([Track(id: "a", mediaType: .video)]) { _ in }
    func segment(_ start: Int64, _ end: Int64) -> Segment {
      Segment(
        target: Editing.range(start, end),
        media: .init(asset: "tall", source: Editing.range(start, end)))
    }
    try edit.setSegments(
      [segment(0, 6), segment(4, 10)], transitions: [1: Transition(duration: MediaTime(2))], of: "a"
    )
    #expect(edit.instructions.map(\.layers.count) == [1, 2, 1])
    #expect(edit.instructions[1].compositor == nil)
    #expect(try shown(edit) == ["blurred tall 0..6", "blurred tall 4..10"])
  }

  @Test func `a constant crop applies to the background, too`() throws {
    let track = try Editing.track("a", (0, 10), asset: "tall")
    let area = Rectangle(x: 0, y: 656, width: 1080, height: 608)
    let graph = try composition([track]) { $0.layers[0].crop = AnimatedValue(area) }
      .graph(Self.media)
    let pads = graph.elements.filter { $0.name.hasPrefix("track-a-") }.flatMap(\.pads)
    let crops = pads.compactMap { pad in pad.properties.first { $0.name == "crop" }?.value }
    let crop = Value.shared(try KeyframeWindows<Rectangle>(text: "0=0,656,1080,608"))
    #expect(crops == [crop, crop])
  }

  @Test func `a blur outside of its range is a fault`() throws {
    var edit = composition([try Editing.track("a", (0, 10), asset: "tall")])
    edit.render.blurredBackground = BlurredBackground(blur: 0)
    edit.instructions[0].layers[0].blurredBackground = BlurredBackground(blur: .nan)
    #expect(
      edit.faults().map(\.path) == [
        ["render", "background"], ["instructions", "0", "layers", "0", "background"],
      ])
  }
}
