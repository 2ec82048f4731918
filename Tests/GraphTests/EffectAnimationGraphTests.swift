import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The elements that change properties of effects over time.
@Suite struct EffectAnimationGraphTests {
  private static func fade(
    _ start: Int64, _ end: Int64, _ property: String = "strength"
  ) throws -> Effect {
    Effect(
      element: "vignette",
      properties: [
        property: try .ramp(over: Editing.range(start, end), from: 0, to: 1, easing: .easeOut)
      ])
  }

  private func composition(_ layers: [[Effect]]) throws -> Composition {
    Editing.composition(
      [try Editing.track("v", (0, 6))],
      layers.enumerated().map { index, effects in
        Instruction(
          range: Editing.range(Int64(index) * 3, Int64(index) * 3 + 3),
          layers: [Layer(track: "v", effects: effects)])
      })
  }

  private func elements(_ graph: PipelineGraph) -> [String] {
    graph.launchText.split(separator: "\n").flatMap { $0.split(separator: " ! ") }.map(String.init)
  }

  @Test func `an animated property has an element directly before the effect`() throws {
    let graph = try composition([[Self.fade(1, 3)], [Self.fade(1, 3)]]).graph()
    let found = elements(graph).filter { $0.contains("v-") || $0.contains("propertyramp") }
    #expect(
      found
        == [
          "pixelconvert name=v-convert",
          "propertyramp name=v-vignette-strength keyframes=\"strength{1..3=0>1@easeOut}\"",
          "vignette name=v-vignette", "pixelconvert name=v-convert-2",
        ].map { $0.replacing("=v-", with: "=track-v-") })
  }

  @Test func `constants beside an animation are properties of the effect`() throws {
    var effect = try Self.fade(1, 3)
    effect.properties["radius"] = .double(0.25)
    effect.properties["x"] = .animated(.number(AnimatedValue(2)))
    let graph = try composition([[effect], [effect]]).graph()
    #expect(graph.elements("vignette")[0].properties == [.init("radius", 0.25), .init("x", 2)])
    #expect(graph.elements("propertyramp")[0].properties.map(\.name) == ["keyframes"])
  }

  @Test func `several animations share an element, in order of their names`() throws {
    let effect = Effect(
      element: "x",
      properties: [
        "tint": .color(Color(red: 1, green: 2, blue: 3, alpha: 4)),
        "amount": try .ramp(over: Editing.range(0, 1), from: 0, to: 1),
        "middle": try .ramp(
          over: Editing.range(0, 1), from: Point(x: 0, y: 0.5), to: Point(x: 1, y: 2)),
      ])
    let graph = try composition([[effect], [effect]]).graph()
    let ramp = graph.elements("propertyramp")
    #expect(ramp.map(\.name) == ["track-v-x-amount-middle-tint"])
    #expect(
      ramp[0].text("keyframes")
        == "amount{0..1=0>1} middle{0..1=0,0.5>1,2} tint{0=1,2,3,4}")
  }

  @Test func `the times of a range start at 0`() throws {
    let third = MediaTime(1, over: 3)
    let graph = try composition([[Self.fade(1, 3)], [Self.fade(1, 3)]])
      .graph(range: TimeRange(start: third, end: MediaTime(5)))
    #expect(
      graph.elements("propertyramp")[0].text("keyframes") == "strength{2/3..8/3=0>1@easeOut}")
  }

  @Test func `an animation of one instruction stays in its window`() throws {
    let graph = try composition([[Self.fade(1, 3)], []]).graph()
    #expect(graph.elements("propertyramp").isEmpty)
    let layer = try graph.layers[0]
    #expect(
      layer.effects(at: MediaTime(1)) == [
        "propertyramp keyframes=\"strength{1..3=0>1@easeOut}\"", "vignette",
      ])
    #expect(layer.effects(at: MediaTime(4)) == [])
  }

  @Test func `other keyframes are a change of a property, other properties one of the graph`()
    throws
  {
    func graph(_ effect: Effect) throws -> PipelineGraph {
      try composition([[effect], [effect]]).graph()
    }
    let old = try graph(Self.fade(1, 3))
    #expect(
      try old.changes(to: graph(Self.fade(1, 2))) == [
        .init(
          element: "track-v-vignette-strength", property: "keyframes",
          value: .shared(try PropertyKeyframes(text: "strength{1..2=0>1@easeOut}")))
      ])
    #expect(try old.changes(to: graph(Self.fade(1, 3, "radius"))) == nil)
    #expect(try old.changes(to: graph(Effect(element: "vignette"))) == nil)
  }

  @Test func `the whole picture's effects are animated`() throws {
    var composition = try composition([[], []])
    composition.effects = [try Self.fade(0, 2)]
    let ramp = try composition.graph().elements("propertyramp")
    #expect(ramp.map(\.name) == ["picture-vignette-strength"])
  }

  @Test func `an effect on sound is animated, backwards from the end`() throws {
    var track = try Editing.track("s", (0, 4), type: .audio)
    track.effects = [
      Effect(
        element: "audioamplify",
        properties: ["amplification": try .ramp(over: Editing.range(1, 3), from: 0, to: 1)])
    ]
    let composition = Editing.composition([track])
    #expect(
      try composition.graph().sounds[0].elements.map(\.factory)
        == ["tracksrc", "audioconvert", "propertyramp", "audioamplify", "audioconvert"])
    let translation = try Translation(ResolvedComposition(composition, media: Editing.media))
    let graph = try #require(translation.graph(of: .sound, backward: true))
    #expect(
      graph.elements("propertyramp")[0].properties == [
        .init("keyframes", .shared(try PropertyKeyframes(text: "amplification{1..3=0>1}"))),
        .init("reversed", true), .init("duration", "4"),
      ])
  }

  @Test func `tracks share a source if effects on frames are animated, not on samples`() throws {
    func track(_ id: Track.ID, _ type: Track.MediaType, _ effects: [Effect]) throws -> Track {
      var track = try Editing.track(id, (0, 4), type: type, asset: "talkie")
      track.effects = effects
      return track
    }
    let video = try Self.fade(0, 2)
    let audio = Effect(
      element: "audioconvert",
      properties: ["x": try .ramp(over: Editing.range(0, 1), from: 0, to: 1)])
    let graph = try Editing.composition([
      track("a", .video, []), track("b", .video, [video]),
      track("x", .audio, []), track("y", .audio, [audio]), track("z", .audio, []),
    ]).graph(elements: ElementCatalog(["vignette": .keepsPace]))
    #expect(graph.trackSources.count { $0.text("media") == "video" } == 1)
    #expect(graph.trackSources.count { $0.text("media") == "audio" } == 2)
  }

  @Test func `a ramp of an effect that its instruction does not show is reported`() throws {
    let found = try composition([[Self.fade(1, 5)], [Effect(element: "gamma")]])
      .warnings(media: Editing.media)
    #expect(found.map(\.kind) == [.unseenRamp])
    #expect(
      found.first?.path
        == [
          "instructions", "0", "layers", "0", "effects", "0", "properties", "strength", "entries",
          "0",
        ])
    #expect(found.first?.message.hasPrefix("the strength ramp of 1–5 s goes on after") == true)
    // The next instruction continues it.
    #expect(
      try composition([[Self.fade(1, 5)], [Self.fade(1, 5)]]).warnings(media: Editing.media).isEmpty
    )
  }

  @Test func `a still with an animated effect moves`() throws {
    var track = try Track(
      id: "v", mediaType: .video,
      segments: [
        Segment(
          target: Editing.range(0, 6), media: .init(asset: "logo", source: Editing.range(0, 6)))
      ])
    func movements() throws -> [String] {
      try Translation(
        ResolvedComposition(Editing.composition([track]), media: Editing.media)
      ).movements.map { "\($0.start.seconds): \($0.layerCount)" }
    }
    #expect(try movements() == ["0.0: 0"])
    track.effects = [try Self.fade(2, 4)]
    #expect(try movements() == ["0.0: 0", "2.0: 1", "4.0: 0"])
  }

  @Test func `an animation from the neutral value is an effect, which cannot be copied`() throws {
    var composition = try composition([[Self.fade(1, 3)], []])
    composition.effects = [try Self.fade(1, 3)]
    let plan = try PassthroughPlan(ResolvedComposition(composition, media: Editing.media))
    let faults = plan.faults.filter { $0.error.message.contains("an effect needs decoded frames") }
    #expect(
      faults.map(\.path) == [
        ["instructions", "0", "layers", "0", "effects", "0"], ["effects", "0"],
      ])
  }
}
