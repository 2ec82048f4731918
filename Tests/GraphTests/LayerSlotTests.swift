import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The inputs of the mixer: one for each track, and another one for a track whose place in the
/// stack changes.
@Suite struct LayerSlotTests {
  /// The tracks of the mixer's inputs, from the bottom to the top, where each instruction lasts one
  /// second and lists its layers from the top.
  private func stack(_ instructions: String...) throws -> [String] {
    let length = Int64(instructions.count)
    let tracks = try Set(instructions.joined()).sorted().map { name in
      // Each track plays another source, so that no tracks share one.
      let segment = Segment(
        target: Editing.range(0, length),
        media: .init(asset: Asset.ID("\(name)"), source: Editing.range(0, length)))
      return try Track(id: Track.ID("\(name)"), mediaType: .video, segments: [segment])
    }
    var composition = Editing.composition(
      tracks,
      instructions.enumerated().map { index, layers in
        Instruction(
          range: Editing.range(Int64(index), Int64(index) + 1),
          layers: layers.map { Layer(track: Track.ID("\($0)")) })
      })
    composition.assets = tracks.map { Asset(id: Asset.ID($0.id.rawValue), location: "\($0.id)") }
    let media = Dictionary(
      uniqueKeysWithValues: composition.assets.map {
        (
          $0.id,
          MediaDescription(duration: MediaTime(9_999), videoTracks: Editing.film().videoTracks)
        )
      })
    return try composition.graph(media).layers.compactMap { $0.segments.first?.location }
  }

  @Test func `instructions with the same order share one input for each track`() throws {
    #expect(try stack("ab", "ab", "ab") == ["b", "a"])
  }

  @Test func `an instruction without a track needs no other inputs`() throws {
    #expect(try stack("abc", "ac", "b", "abc") == ["c", "b", "a"])
  }

  @Test func `a track that changes its place has a second input`() throws {
    #expect(try stack("ab", "ba") == ["b", "a", "b"])
    #expect(try stack("ab", "ba", "ab", "ba") == ["b", "a", "b"])
  }

  @Test func `a track that no instruction shows has no input`() throws {
    let hidden = Editing.composition(
      [try Editing.track("a", (0, 2)), try Editing.track("b", (0, 2), asset: "talkie")],
      [Instruction(range: Editing.range(0, 2), layers: [Layer(track: "a")])])
    #expect(try hidden.graph().layers.flatMap(\.segments).map(\.location) == ["film.mkv"])
  }

  @Test func `a thousand instructions with different effects need no more inputs than two`() throws
  {
    let instructions = (0..<1_000).map { index in
      Instruction(
        range: Editing.range(Int64(index), Int64(index) + 1),
        layers: ["b", "a"].map { (name: Track.ID) in
          Layer(
            track: name,
            effects: [
              Effect(element: "gaussianblur", properties: ["sigma": .double(Double(index))])
            ])
        })
    }
    let long = MediaDescription(
      duration: MediaTime(1_000), videoTracks: Editing.film().videoTracks)
    let composition = Editing.composition(
      try ["a", "b"].map { (name: Track.ID) in
        try Editing.track(name, (0, 1_000), asset: name == "a" ? "film" : "talkie")
      }, instructions)
    let graph = try composition.graph(["film": long, "talkie": long])
    #expect(graph.elements("tracksrc").count == 3)
    #expect(
      try graph.layers.map { $0.factories } == [
        ["tracksrc", "layereffects"], ["tracksrc", "layereffects"],
      ])
  }

  @Test func `parts of a segment in several instructions are one segment of the source`() throws {
    let composition = Editing.composition(
      [try Editing.track("a", (0, 6))],
      [
        Instruction(range: Editing.range(1, 2), layers: [Layer(track: "a")]),
        Instruction(range: Editing.range(2, 5), layers: [Layer(track: "a")]),
      ])
    #expect(
      try composition.graph().trackSources.map { $0.text("segments") } == ["0..6=film.mkv@0..6"])
  }

  @Test func `the time in which no instruction shows a track is not read`() throws {
    let composition = Editing.composition(
      [try Editing.track("a", (0, 6)), try Editing.track("b", (0, 6), asset: "talkie")],
      [Instruction(range: Editing.range(2, 5), layers: [Layer(track: "b")])])
    #expect(
      try composition.graph().layers.map { $0.segments.map(\.description) } == [
        ["0..2=film.mkv@0..2", "5..6=film.mkv@5..6"], ["0..6=talkie.mkv@0..6"],
      ])
  }
}
