import CutawayElementKit
import TestSupport
import Testing

/// The filter of a frame that is shifted between pixels, compared with the general one.
@Suite struct ColumnFilterTests {
  @Test(arguments: UInt64(0)..<50)
  func `equal weights give the pixels of a table`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 4 * Int.random(in: 1...20, using: &random)
    let format = VideoFormat(width: count + 1, height: 2, layout: .ayuv)
    var source = ScratchFrame(format)
    source.fill(using: &random)
    let down = UInt16.random(in: 0...256, using: &random)
    let across = UInt16.random(in: 0...256, using: &random)
    var row = MixedRow(count: count + 1)
    row.mix(
      source.view(rows: 2, columns: count + 1), column: 0, row: 0, weights: [256 - down, down])
    let pair = (256 - across, across)
    let table = ColumnFilter(
      starts: Array(0..<count), weights: (0..<count).flatMap { _ in [pair.0, pair.1] })
    let drawn = row.drawn(by: ColumnFilter(count: count, weights: pair))
    #expect(drawn.count == count && drawn == row.drawn(by: table))
  }
}

extension ScratchFrame {
  fileprivate mutating func fill(using random: inout SeededGenerator) {
    let height = format.height
    var frame = frame(rows: height, columns: format.width)
    for y in 0..<height {
      var row = frame[row: y]
      for x in row.indices {
        row[x] = Pixel(
          .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
          .random(in: 0...255, using: &random), .random(in: 0...255, using: &random))
      }
    }
  }
}

extension MixedRow {
  /// The pixels that a filter makes of the row.
  fileprivate func drawn(by filter: ColumnFilter) -> [Pixel] {
    let format = VideoFormat(width: count - 1, height: 1, layout: .ayuv)
    var result = ScratchFrame(format)
    var frame = result.frame(rows: 1, columns: format.width)
    draw(filter, into: frame.writer(row: 0), at: 0)
    let view = result.view(rows: 1, columns: format.width)
    return (0..<format.width).map { view[$0, 0] }
  }
}
