import ElementKit

/// Draws rows of an upright picture: first the rows are mixed, then the columns.
struct UprightPainter: ~Copyable {
  private let columns: AxisFilter
  private let outputColumns: Range<Int>
  /// The source columns that are needed.
  private let sourceColumns: Range<Int>
  private var scratch: ScratchRow
  /// Where each output pixel's first tap lies in the scratch row.
  private let places: PixelPlaces
  /// For every four output pixels the weights of each tap.
  private let blockWeights: [PixelWeights]

  init(columns: AxisFilter, outputColumns: Range<Int>, sourceWidth: Int) {
    self.columns = columns
    self.outputColumns = outputColumns
    let first = columns.starts.min() ?? 0
    let last = (columns.starts.max() ?? 0) + columns.taps
    // Whole blocks of four, moved back where they would reach over the edge.
    let count = (last - first + 3) & ~3
    sourceColumns = max(0, min(first, sourceWidth - count))..<min(sourceWidth, first + count)
    scratch = ScratchRow(count: count + 4)
    let base = sourceColumns.lowerBound
    places = PixelPlaces(columns: columns.starts.map { $0 - base })
    blockWeights = stride(from: 0, to: outputColumns.count, by: 4).flatMap { index in
      (0..<columns.taps).map { tap in
        func weight(_ pixel: Int) -> UInt32 {
          UInt32(columns.weights[(index + pixel) * columns.taps + tap])
        }
        return PixelWeights(SIMD4(weight(0), weight(1), weight(2), weight(3)))
      }
    }
  }

  /// Draws one output row from `taps` source rows.
  mutating func draw(
    _ source: FrameView, rows: AxisFilter, at index: Int, into band: inout VideoFrame, row: Int
  ) {
    mixRows(source, rows, at: index)
    if columns.taps == 2 {
      drawPairs(into: &band, row: row)
    } else {
      drawSums(into: &band, row: row)
    }
  }

  /// Mixes source rows into the scratch row.
  private mutating func mixRows(_ source: FrameView, _ rows: AxisFilter, at index: Int) {
    let first = rows.starts[index], weights = index * rows.taps, taps = rows.taps
    let upper = rows.weights[weights], lower = taps > 1 ? rows.weights[weights + 1] : 0
    let base = sourceColumns.lowerBound, last = source.format.width - 4
    var x = base
    while x < sourceColumns.upperBound {
      // Blocks of four; the last is moved back to end where the source does.
      let column = min(x, last)
      var sum = WideBlock(source.four(x: column, y: first)) &* upper &+ WideBlock(repeating: 128)
      if taps > 1 { sum = sum &+ WideBlock(source.four(x: column, y: first &+ 1)) &* lower }
      if taps > 2 {
        for tap in 2..<taps {
          let block = WideBlock(source.four(x: column, y: first &+ tap))
          sum = sum &+ block &* rows.weights[weights &+ tap]
        }
      }
      scratch.store(sum.shrunk, at: column &- base)
      x &+= 4
    }
  }

  private func drawPairs(into band: inout VideoFrame, row: Int) {
    let writer = band.writer(row: row), first = outputColumns.lowerBound
    for block in 0..<outputColumns.count / 4 {
      let (left, right) = scratch.gatherPairs(places, block: block)
      let sum =
        WideBlock(left) &* blockWeights[block &* 2]
        &+ WideBlock(right) &* blockWeights[block &* 2 &+ 1] &+ WideBlock(repeating: 128)
      writer.store(sum.shrunk, at: first &+ block &* 4)
    }
  }

  private func drawSums(into band: inout VideoFrame, row: Int) {
    let writer = band.writer(row: row), first = outputColumns.lowerBound, taps = columns.taps
    for block in 0..<outputColumns.count / 4 {
      var sum = WideBlock(repeating: 128)
      for tap in 0..<taps {
        let wide = WideBlock(scratch.gather(places, block: block, tap: tap))
        sum = sum &+ wide &* blockWeights[block &* taps &+ tap]
      }
      writer.store(sum.shrunk, at: first &+ block &* 4)
    }
  }
}
