import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Instructions without gaps: the composition's own, and default ones between and after them.
@Suite struct InstructionTilingTests {
  /// A composition of six seconds with two video tracks and one of sound.
  private func composition(_ ranges: (Int64, Int64)...) throws -> Composition {
    Editing.composition(
      [
        try Editing.track("a", (0, 6)), try Editing.track("s", (0, 5), type: .audio),
        try Editing.track("b", (1, 3)),
      ],
      ranges.map { Instruction(range: Editing.range($0.0, $0.1), layers: [Layer(track: "b")]) })
  }

  @Test func `without instructions, one default instruction lasts as long as the composition`()
    throws
  {
    let tiles = try composition().tiledInstructions()
    #expect(tiles.map(\.index) == [nil])
    #expect(tiles.map(\.instruction.range) == [Editing.range(0, 6)])
  }

  @Test func `a default instruction shows every video track, the first at the bottom`() throws {
    let layers = try composition().tiledInstructions()[0].instruction.layers
    #expect(layers.map(\.track) == ["b", "a"])
    #expect(layers.allSatisfy { $0.transform == AnimatedValue(LayerTransform(.preferred)) })
    #expect(layers.allSatisfy { $0.opacity.entries.isEmpty && $0.effects.isEmpty })
  }

  @Test func `default instructions fill the time before, between and after the others`() throws {
    let tiles = try composition((1, 2), (2, 3), (4, 5)).tiledInstructions()
    #expect(tiles.map(\.index) == [nil, 0, 1, nil, 2, nil])
    let ends: [(Int64, Int64)] = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    #expect(tiles.map(\.instruction.range) == ends.map { Editing.range($0.0, $0.1) })
  }

  @Test func `an instruction past the end keeps its range, and nothing follows it`() throws {
    let tiles = try composition((4, 9)).tiledInstructions()
    #expect(tiles.map(\.index) == [nil, 0])
    #expect(tiles.map(\.instruction.range) == [Editing.range(0, 4), Editing.range(4, 9)])
  }

  @Test func `an instruction that starts at the end or later is left out`() throws {
    let tiles = try composition((5, 6), (6, 7), (8, 9)).tiledInstructions()
    #expect(tiles.map(\.index) == [nil, 0])
  }

  @Test(arguments: UInt64(0)..<40)
  func `exactly one tile contains each instant, and it is the instruction in force`(
    seed: UInt64
  ) throws {
    var edit = try RandomEdit(seed: seed)
    let tiles = edit.composition.tiledInstructions()
    for _ in 0..<30 {
      let time = edit.instant()
      let found = tiles.filter { $0.instruction.range.contains(time) }
      #expect(found.count == 1, "seed \(seed), at \(time.text) s")
      #expect(
        found.first?.index
          == edit.composition.instructions.firstIndex { $0.range.contains(time) },
        "seed \(seed), at \(time.text) s")
    }
  }
}
