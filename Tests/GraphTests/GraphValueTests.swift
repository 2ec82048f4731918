import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Graphs as values: their other text forms, and the differences between two of them.
@Suite struct GraphValueTests {
  @Test(arguments: UInt64(500)..<520)
  func `a graph survives a round trip through JSON`(seed: UInt64) throws {
    let graph = try RandomEdit(seed: seed).composition.graph(RandomEdit.media)
    let data = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(PipelineGraph.self, from: data) == graph, "seed \(seed)")
  }

  @Test(arguments: UInt64(520)..<530)
  func `a composition always has the same graph`(seed: UInt64) throws {
    let composition = try RandomEdit(seed: seed).composition
    #expect(try composition.graph(RandomEdit.media) == composition.graph(RandomEdit.media))
  }

  @Test func `the drawing of a graph has a node for each element and an edge for each link`() throws
  {
    let graph = try RandomEdit(seed: 3).composition.graph(RandomEdit.media)
    let lines = graph.dot.split(separator: "\n").map(String.init)
    for element in graph.elements {
      let start = "  \"\(element.name)\" [label=\"\(element.factory)\\n\(element.name)"
      #expect(lines.count { $0.hasPrefix(start) } == 1)
    }
    #expect(lines.count { $0.contains(" -> ") } == graph.links.count)
    #expect(lines.first == "digraph pipeline {" && lines.last == "}")
  }

  @Test func `quotes in the drawing are escaped, and long values are shortened`() throws {
    var graph = PipelineGraph()
    let long = String(repeating: "x", count: 100)
    _ = graph.add(
      "text", name: "t", [.init("say", .string("a \"b\"")), .init("long", .string(long))])
    #expect(graph.dot.contains(#"say = \"a \\\"b\\\"\""#))
    #expect(graph.dot.contains("…") && !graph.dot.contains(long))
  }

  // MARK: Changes

  private func graph(
    opacity: Double = 0.5, volume: Double = 0.5, effects: [Effect] = [], end: Int64 = 4
  ) throws -> PipelineGraph {
    var composition = Editing.composition(
      [try Editing.track("a", (0, end)), try Editing.track("s", (0, 4), type: .audio)],
      [
        Instruction(
          range: Editing.range(0, 4),
          layers: [Layer(track: "a", opacity: AnimatedValue(opacity), effects: effects)])
      ])
    composition.audioMix = [AudioMixParameters(track: "s", volume: AnimatedValue(volume))]
    return try composition.graph()
  }

  @Test func `equal graphs have no changes`() throws {
    #expect(try graph().changes(to: graph()) == [])
  }

  @Test func `a change of an opacity or a volume is a change of a property`() throws {
    #expect(
      try graph().changes(to: graph(opacity: 0.25)) == [
        .init(
          element: "picture", pad: "sink_1", property: "opacity",
          value: .shared(try KeyframeWindows<Double>(text: "0=0.25")))
      ])
    #expect(
      try graph().changes(to: graph(volume: 0.25)).map { $0.map(\.value) } == [.double(0.25)])
  }

  @Test func `a property that the other graph does not set returns to its default`() throws {
    #expect(
      try graph().changes(to: graph(opacity: 1)) == [
        .init(element: "picture", pad: "sink_1", property: "opacity", value: nil)
      ])
    #expect(
      try graph(opacity: 1).changes(to: graph())?.map(\.value)
        == [.shared(try KeyframeWindows<Double>(text: "0=0.5"))])
  }

  @Test func `another element, link or pad is more than a change`() throws {
    #expect(try graph().changes(to: graph(volume: 1)) == nil)
    #expect(try graph().changes(to: graph(effects: [Effect(element: "gamma")])) == nil)
    #expect(
      try graph(effects: [Effect(element: "vignette")])
        .changes(to: graph(effects: [Effect(element: "gamma")])) == nil)
  }

  @Test func `a change of the cuts is a change of the source's segments`() throws {
    let changes = try #require(try graph().changes(to: graph(end: 3)))
    #expect(changes.map(\.property) == ["segments"])
    #expect(changes.compactMap(\.value?.description) == ["\"0..3=film.mkv@0..3\""])
  }
}
