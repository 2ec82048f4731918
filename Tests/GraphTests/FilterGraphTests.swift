import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Filters of pictures in graphs.
@Suite struct FilterGraphTests {
  private static let sepia = Effect(filter: "sepiaTone", properties: ["intensity": .double(0.5)])
  private static let invert = Effect(filter: "colorInvert")
  private static let blur = Effect(element: "blur")

  private func composition(_ effects: [Effect], scale: MediaTime = MediaTime(1)) throws
    -> Composition
  {
    var composition = Editing.composition(
      [try Editing.track("v", (0, 6))],
      [Instruction(range: Editing.range(0, 6), layers: [Layer(track: "v")])])
    composition.effects = effects
    composition.render.scale = scale
    return composition
  }

  private func chains(_ graph: PipelineGraph) -> [String] {
    graph.elements("imagefilter").map { element in
      guard case .shared(let value)? = element.properties.first?.value else { return "" }
      return value.text
    }
  }

  @Test func `filters that follow one another are one element`() throws {
    let graph = try composition([Self.sepia, Self.invert, Self.blur, Self.invert]).graph()
    #expect(chains(graph) == ["sepiaTone intensity{0.5} | colorInvert", "colorInvert"])
    #expect(graph.launchText.contains("filters=\"sepiaTone intensity{0.5} | colorInvert\""))
  }

  @Test func `all kinds of values are settings`() throws {
    let effect = Effect(
      filter: "x",
      properties: [
        "a": .bool(true), "b": .int(3), "c": .numbers([1, 2, 3]), "d": .point(x: 4, y: 5),
        "e": .color(Color(red: 255, green: 0, blue: 1)),
        "f": try .ramp(over: Editing.range(1, 2), from: 0, to: 1),
      ])
    #expect(
      chains(try composition([effect]).graph()) == [
        "x a{1.0} b{3.0} c{1.0 2.0 3.0} d{4.0 5.0} e{255.0 0.0 1.0 255.0} f{1..2=0>1}"
      ])
  }

  @Test func `effects on the whole picture are scaled with it`() throws {
    let graph = try composition([Self.sepia], scale: MediaTime(1, over: 2)).graph()
    #expect(graph.elements("imagefilter")[0].properties.last == .init("scale", .double(0.5)))
    #expect(try composition([Self.sepia]).graph().elements("imagefilter")[0].properties.count == 1)
  }

  @Test func `keyframes are in the time of the part that is rendered`() throws {
    let ramp = try Effect.Value.ramp(over: Editing.range(3, 5), from: 0, to: 1)
    let effect = Effect(filter: "sepiaTone", properties: ["intensity": ramp])
    let graph = try composition([effect]).graph(range: Editing.range(2, 6))
    #expect(chains(graph) == ["sepiaTone intensity{1..3=0>1}"])
  }
}
