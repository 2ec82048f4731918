import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The `layertree` of overlays.
@Suite struct LayerTreeGraphTests {
  /// The graph of a composition with equal titles.
  private func graph(
    _ text: String, count: Int = 1, picture: PictureFormat = PictureFormat()
  ) throws -> PipelineGraph {
    var composition = Editing.composition([try Editing.track("a", (0, 2))])
    composition.overlays = Array(repeating: OverlayLayer(.text(LayerText(text))), count: count)
    let resolved = try ResolvedComposition(composition, media: Editing.media)
    return try Translation(resolved).graph(
      to: FileOutput(
        video: .init(input: "video/x-raw", stages: [.init("encode")]), audio: nil, muxer: nil,
        sink: .init("filesink"), picture: picture))
  }

  private func properties(of graph: PipelineGraph) -> [PipelineGraph.Property] {
    graph.elements.first { $0.factory == "layertree" }?.properties ?? []
  }

  @Test(arguments: [
    (CutawayModel.TransferFunction.hlg, "hlg"), (.pq, "pq"),
  ])
  func `Q77: the layers of a picture in HDR know its transfer function`(
    transfer: CutawayModel.TransferFunction, name: String
  ) throws {
    let hdr = try graph("A", picture: PictureFormat(bitDepth: 10, transferFunction: transfer))
    #expect(properties(of: hdr).contains(.init("transfer", .string(name))))
    #expect(try !properties(of: graph("A")).contains { $0.name == "transfer" })
  }

  @Test func `only a tree over 64 KiB moves to a file`() throws {
    for (count, isLong) in [(6, false), (7, true)] {
      let text = String(repeating: "x", count: 10_000)
      var graph = try graph(text, count: count), written: [String] = []
      let tree = properties(of: graph).first { $0.name == "tree" }?.value
      graph.moveLongTrees { element, text in
        #expect(tree?.description == Value.string(text).description)
        written.append(element)
        return "/tmp/\(element).json"
      }
      #expect(written == (isLong ? ["overlays"] : []))
      let location = PipelineGraph.Property("location", .string("/tmp/overlays.json"))
      #expect(properties(of: graph).contains(location) == isLong)
      #expect(properties(of: graph).contains { $0.name == "tree" } != isLong)
    }
  }
}
