import CutawayElementKit
import TestSupport
import Testing

/// The levels of a luma transition, beside an interpolation in double precision.
@Suite struct GreyMapTests {
  /// Images that are smaller and larger than the picture, and pictures of a few columns.
  private static let sizes = [(1, 1, 40), (7, 5, 130), (150, 20, 33), (64, 2, 64), (9, 3, 2)]

  @Test(arguments: sizes)
  func `columns and rows are interpolated`(columns: Int, rows: Int, width: Int) {
    var random = SeededGenerator(seed: 21)
    let image = GreyImage(columns: columns, rows: rows, using: &random)
    let map = GreyMap(
      image.bytes.map { Float($0) / 255 }, columns: columns, rows: rows, width: width)
    for _ in 0..<300 {
      let first = Int.random(in: 0..<width, using: &random)
      let y = Float.random(in: 0...1, using: &random)
      // Luma, chroma of half the columns, and the end of a row.
      for step in [1, 2] {
        let x = SIMD8<Float>(
          (0..<8).map { (Float(first + $0 * step) + 0.5) / Float(width) })
        let levels = map.levels(x: x, y: y)
        for lane in 0..<8 where x[lane] < 1 {
          let ideal = image.level(x: Double(x[lane]), y: Double(y))
          #expect(abs(Double(levels[lane]) - ideal) < 1e-4)
        }
      }
    }
  }

  @Test func `between columns the level is between theirs`() {
    // A ramp, which interpolation keeps but for half a column at both ends.
    let map = GreyMap((0..<20).map { Float($0) / 20 }, columns: 20, rows: 1, width: 50)
    var random = SeededGenerator(seed: 22)
    for _ in 0..<300 {
      let x = SIMD8<Float>.random(in: 0.05...0.95, using: &random)
      let error = map.levels(x: x, y: 0.5) - (x - 0.025)
      #expect(error.max() < 1e-4 && error.min() > -1e-4)
    }
  }

  @Test(arguments: sizes)
  func `a range contains all levels`(columns: Int, rows: Int, width: Int) {
    var random = SeededGenerator(seed: 23)
    let image = GreyImage(columns: columns, rows: rows, using: &random)
    let map = GreyMap(
      image.bytes.map { Float($0) / 255 }, columns: columns, rows: rows, width: width)
    for _ in 0..<300 {
      let ends = [0, 1].map { _ in Int.random(in: 0..<width, using: &random) }.sorted()
      let y = Float.random(in: 0...1, using: &random)
      func place(_ column: Int) -> Float { (Float(column) + 0.5) / Float(width) }
      let range = map.range(from: place(ends[0]), to: place(ends[1]), y: y)
      for column in ends[0]...ends[1] {
        let level = map.levels(x: SIMD8(repeating: place(column)), y: y)[0]
        #expect(level >= range.0 - 1e-5 && level <= range.1 + 1e-5)
      }
    }
  }

  @Test func `a range is close to the levels in it`() {
    // Dark columns before the 100th, bright ones from there on.
    let map = GreyMap(
      (0..<200).map { $0 < 100 ? 0.1 : 0.9 }, columns: 200, rows: 1, width: 200)
    #expect(map.range(from: 0.5 / 200, to: 63.5 / 200, y: 0.5) == (0.1, 0.1))
    #expect(map.range(from: 64.5 / 200, to: 127.5 / 200, y: 0.5) == (0.1, 0.9))
    #expect(map.range(from: 128.5 / 200, to: 191.5 / 200, y: 0.5) == (0.9, 0.9))
  }
}
