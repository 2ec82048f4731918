import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Tracks that play the same media at the same time have one source, if no element between it and
/// the mixer may hold data back.
@Suite struct SourceSharingTests {
  /// Three video tracks and three audio tracks of the same clip.
  private func composition(_ effects: [[Effect]] = [[], [], []]) throws -> Composition {
    var composition = Editing.composition(
      try ["a", "b", "c"].map { try Editing.track($0, (0, 4), asset: "talkie") }
        + ["x", "y", "z"].map { try Editing.track($0, (0, 4), type: .audio, asset: "talkie") },
      [
        Instruction(
          range: Editing.range(0, 4),
          layers: zip(["a", "b", "c"] as [Track.ID], effects).map { track, effects in
            Layer(track: track, effects: effects)
          })
      ])
    composition.audioMix = [AudioMixParameters(track: "y", volume: AnimatedValue(0.5))]
    return composition
  }

  /// The number of sources of frames and of samples.
  private func counts(_ graph: PipelineGraph) -> [Int] {
    ["video", "audio"].map { media in
      graph.trackSources.count { $0.text("media") == media }
    }
  }

  @Test func `three tracks of the same media have one source and a tee each for both streams`()
    throws
  {
    let graph = try composition().graph()
    #expect(counts(graph) == [1, 1])
    for tee in graph.elements("tee") {
      #expect(graph.links.count { $0.source.element == tee.name } == 3)
      #expect(graph.links.count { $0.sink.element == tee.name } == 1)
    }
    #expect(graph.elements("tee").count == 2)
    #expect(
      try graph.layers.map { $0.segments } == graph.layers.map { _ in try graph.layers[0].segments }
    )
  }

  @Test(arguments: ["clockoverlay", "queue", "identity"])
  func `a track whose effect may delay frames keeps its own source`(element: String) throws {
    let graph = try composition([[], [Effect(element: element)], []]).graph()
    #expect(counts(graph) == [2, 1])
    #expect(try graph.layers[1].elements.map(\.factory).first == "tracksrc")
    #expect(try graph.layers[1].elements.contains { $0.factory == "tee" } == false)
  }

  @Test(arguments: ["gaussianblur", "videobalance", "frei0r-filter-sobel"])
  func `a track whose effect outputs each frame at once shares its source`(element: String) throws {
    #expect(try counts(composition([[], [Effect(element: element)], []]).graph()) == [1, 1])
  }

  @Test func `an effect shares its source if it states that it keeps pace`() throws {
    let composition = try composition([[], [Effect(element: "somebodys")], []])
    #expect(try counts(composition.graph()) == [2, 1])
    let elements = ElementCatalog(["somebodys": .keepsPace])
    #expect(try counts(composition.graph(elements: elements)) == [1, 1])
  }

  @Test(arguments: [("gamma", 1), ("clockoverlay", 2)])
  func `effects that change share a source only if all of them output frames at once`(
    element: String, count: Int
  ) throws {
    var composition = try composition()
    composition.instructions = [
      Instruction(range: Editing.range(0, 2), layers: composition.instructions[0].layers),
      Instruction(range: Editing.range(2, 4), layers: composition.instructions[0].layers),
    ]
    composition.instructions[1].layers[1].effects = [
      Effect(element: "gamma"), Effect(element: element),
    ]
    let graph = try composition.graph()
    #expect(graph.elements("layereffects").count == 1)
    #expect(counts(graph) == [count, 1])
  }

  @Test(arguments: [(0.0, 2), (0.25, 1)])
  func `a silenced track keeps its own source, because its data are dropped`(
    volume: Double, count: Int
  ) throws {
    var composition = try composition()
    composition.audioMix[0].volume = AnimatedValue(volume)
    #expect(try counts(composition.graph()) == [1, count])
  }

  @Test func `tracks with other segments have their own sources`() throws {
    var composition = try composition()
    composition.tracks[1] = try Editing.track("b", (0, 3), asset: "talkie")
    composition.tracks[2].effects = [Effect(element: "gamma")]
    #expect(try counts(composition.graph()) == [2, 1])
    composition.assets.append(Asset(id: "copy", location: "talkie.mkv", colorimetry: .bt601))
    composition.tracks[2] = try Editing.track("c", (0, 4), asset: "copy")
    let media = Editing.media.merging(["copy": Editing.film()]) { $1 }
    #expect(try counts(composition.graph(media)) == [3, 1])
  }

  @Test func `the line of a shared source comes before the lines of its branches`() throws {
    let lines = try composition().graph().launchText.split(separator: "\n")
    let tees = lines.indices.filter { lines[$0].contains("tee name=") }
    #expect(tees.count == 2)
    for (index, line) in lines.enumerated() {
      guard let tee = line.split(separator: ".").first, tee.hasSuffix("-tee") else { continue }
      let start = lines.firstIndex { $0.contains("tee name=\(tee)") }
      #expect(start.map { $0 < index } == true, "\(line)")
    }
  }
}
