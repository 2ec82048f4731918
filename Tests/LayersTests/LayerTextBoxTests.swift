import CutawayElementKit
import CutawayOverlays
import TestSupport
import Testing

/// How `layertree` draws boxes behind texts and pieces, and pieces that are larger, on a picture of 96 × 64 grey pixels.
@Suite struct LayerTextBoxTests {
  private static let family = "font: {family: DejaVu Sans, size: 16"

  /// The columns and rows whose luma differs from the picture.
  private func drawn(
    _ layer: String, frame: Int64 = 0
  ) throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>, image: PlanarImage) {
    let image = try TreeImage.drawn("[\(layer)]", frame: frame)
    func differs(_ x: Int, _ y: Int) -> Bool { abs(Int(image[0, x, y]) - 100) > 8 }
    let columns = (0..<TreeImage.width).filter { x in
      (0..<TreeImage.height).contains { differs(x, $0) }
    }
    let rows = (0..<TreeImage.height).filter { y in
      (0..<TreeImage.width).contains { differs($0, y) }
    }
    let (left, right) = (try #require(columns.first), try #require(columns.last))
    let (top, bottom) = (try #require(rows.first), try #require(rows.last))
    return (left...right, top...bottom, image)
  }

  /// The rows of columns that a box has coloured blue.
  private func blue(_ layer: String, frame: Int64 = 0) throws -> [[Int]] {
    let image = try drawn(layer, frame: frame).image
    return (0..<TreeImage.height).map { y in
      (0..<TreeImage.width).filter { image[1, $0, y] > 200 }
    }
  }

  @Test func `a background hugs all lines, or each of them`() throws {
    let text =
      "text: \"iiiiiiii\\ni\", color: blue, \(Self.family)}, place: topLeft, padding: [6, 4]"
    let box = "{color: blue, padding: [5, 2], cornerRadius: 0"
    let whole = try blue("{\(text), textBackground: \(box)}}")
    let rows = whole.filter { !$0.isEmpty }
    // One rectangle, which starts at the padding of the layer.
    #expect(Set(rows).count == 1)
    #expect(rows.first?.first == 6 && whole.firstIndex { !$0.isEmpty } == 4)
    let lines = try blue("{\(text), textBackground: \(box), perLine: true}}")
    let (upper, lower) = (lines[10], try #require(lines.last { !$0.isEmpty }))
    #expect(upper == rows.first && lower.first == 6)
    #expect(lower.count < upper.count / 2)
    // The layer has the size of its box: at the lower right edge it stays in the picture.
    let low = try blue(
      "{text: II, color: blue, \(Self.family)}, place: bottomRight, textBackground: \(box)}}")
    #expect(low.last?.last == TreeImage.width - 1)
    #expect(low.filter { $0.last == TreeImage.width - 1 }.count == low.filter { !$0.isEmpty }.count)
  }

  @Test func `a see-through background is equally dark where lines overlap`() throws {
    let image = try TreeImage.drawn(
      "[{text: \"AA\\nAA\", color: transparent, \(Self.family)}, place: center, textBackground: "
        + "{color: \"#00000080\", padding: 8, cornerRadius: 4, perLine: true}}]")
    let inside = (20..<44).map { image[0, 48, $0] }
    #expect(Set(inside).count == 1 && inside[0] < 70)
  }

  @Test func `corners are round, and small steps between lines are none`() throws {
    func box(_ text: String, _ radius: Int) throws -> [[Int]] {
      try blue(
        "{text: \"\(text)\", color: blue, \(Self.family)}, place: center, alignment: center, "
          + "textBackground: {color: blue, padding: [6, 3], cornerRadius: \(radius), perLine: true}}"
      )
      .filter { !$0.isEmpty }
    }
    // The lines differ by an i, which is narrower than the radius.
    let near = try box("iiiiiiii\\niiiiiiiii", 8).map(\.count)
    #expect(near[0] < near[9] && near.last == near[0])
    #expect(Set(near[9..<near.count - 9]).count == 1)
    // A long and a short line stay apart, with round inner corners.
    let apart = try box("iiiiiiiiiiiiii\\niiii", 4).map(\.count)
    #expect(Set(apart).count > 4 && apart.last.map { $0 < apart[9] / 2 } == true)
  }

  @Test func `a piece has a box of its own that moves nothing`() throws {
    let plain = try drawn("{text: [HH, H], \(Self.family)}, place: topLeft, padding: [8, 8]}")
    let boxed = try drawn(
      "{text: [{text: HH, background: {color: blue, padding: 0}}, H], \(Self.family)}, place: topLeft, padding: [8, 8]}"
    )
    let rows = (0..<TreeImage.height).map { y in
      (0..<TreeImage.width).filter { boxed.image[1, $0, y] > 150 }
    }
    let row = try #require(rows.first { !$0.isEmpty })
    // The padding of the text, to a pixel.
    #expect(row.first.map { (8...9).contains($0) } == true)
    // The third letter lies where it was.
    let third = (try #require(row.last) + 3)..<TreeImage.width
    for y in 0..<TreeImage.height {
      for x in third { #expect(plain.image[0, x, y] == boxed.image[0, x, y]) }
    }
  }

  @Test func `a piece is larger about its middle, and pops only after its text begins`() throws {
    let text = "\(Self.family)}, place: center"
    let plain = try drawn("{text: [HH], \(text)}")
    let large = try drawn("{text: [{text: HH, scale: 1.5}], \(text)}")
    #expect(abs(Double(large.columns.count) - 1.5 * Double(plain.columns.count)) <= 2)
    #expect(abs(large.columns.lowerBound + large.columns.upperBound - 95) <= 2)
    let pop = "{text: [{text: HH, pop: {scale: 2, duration: 1}}], \(text)}"
    #expect(try drawn(pop).image == plain.image)
    #expect(try drawn(pop, frame: 2).columns.count > plain.columns.count * 3 / 2)
    #expect(try drawn(pop, frame: 10).image == plain.image)
  }

  @Test func `a long word that pops stays clear of its neighbours, unless its scale is stated`()
    throws
  {
    let text = "\(Self.family)}, place: center"
    let plain = try drawn("{text: HHHHHH, \(text)}").columns.count
    let usual = try drawn("{text: [{text: HHHHHH, pop: {duration: 1}}], \(text)}", frame: 2)
    // A tenth of the em square at each side, and the antialiasing.
    #expect(usual.columns.count > plain && usual.columns.count <= plain + 5)
    let stated = "{text: [{text: HHHHHH, pop: {scale: 1.12, duration: 1}}], \(text)}"
    #expect(try drawn(stated, frame: 2).columns.count > plain + 6)
  }

  @Test func `a box grows with the letters that appear`() throws {
    let text =
      "text: HH HHHH, color: blue, \(Self.family)}, place: left, reveal: character, rate: 10, "
      + "textBackground: {color: blue, padding: [5, 2], cornerRadius: 0}"
    #expect(try TreeImage.drawn("[{\(text)}]") == TreeImage.drawn("[]"))
    func width(_ frame: Int64) throws -> Int {
      try blue("{\(text)}", frame: frame).map(\.count).max() ?? 0
    }
    let letters = (try width(2), try width(3), try width(5), try width(20))
    // The space after two letters appears with the third one.
    #expect(letters.0 > 20 && letters.0 == letters.1 && letters.1 < letters.2)
    #expect(letters.2 < letters.3)
  }
}
