import Composition
import ElementKit

extension AffineSampler {
  /// Draws the pixels whose samples all lie inside the layer, in fixed point, in one of three ways:
  /// axis by axis where the layer is upright, by single samples, or by sums of samples.
  struct Interior: ~Copyable {
    private let geometry: LayerGeometry
    private var sums: [WideBlock] = []
    private let rows: AxisFilter?
    private let firstRow: Int
    /// Made with the first row that has an interior: it is the same for all of them.
    private var painter: UprightPainter?

    init(_ geometry: LayerGeometry, source: FrameView, rows: Range<Int>) {
      self.geometry = geometry
      firstRow = rows.lowerBound
      let m = geometry.inverse
      let isUpright = m.b == 0 && m.c == 0 && source.format.width >= 8
      self.rows =
        isUpright
        ? AxisFilter(
          outputs: rows, scale: m.d, offset: m.ty, samples: geometry.samples.y,
          size: source.format.height) : nil
    }

    /// Draws a number of columns that is a multiple of four.
    mutating func draw(
      _ source: FrameView, into band: inout VideoFrame, row: Int, outputRow: Int,
      columns: Range<Int>
    ) {
      if let rows {
        if painter == nil { painter = makePainter(source, columns: columns) }
        painter?.draw(source, rows: rows, at: outputRow - firstRow, into: &band, row: row)
      } else if geometry.samples == LayerGeometry.SampleCounts(x: 1, y: 1) {
        line(x: Double(columns.lowerBound) + 0.5, y: Double(outputRow) + 0.5)
          .draw(source, into: &band, row: row, columns: columns)
      } else {
        drawMeans(source, into: &band, row: row, outputRow: outputRow, columns: columns)
      }
    }

    private func makePainter(_ source: FrameView, columns: Range<Int>) -> UprightPainter {
      let m = geometry.inverse, width = source.format.width
      let filter = AxisFilter(
        outputs: columns, scale: m.a, offset: m.tx, samples: geometry.samples.x, size: width)
      return UprightPainter(columns: filter, outputColumns: columns, sourceWidth: width)
    }

    private mutating func drawMeans(
      _ source: FrameView, into band: inout VideoFrame, row: Int, outputRow: Int,
      columns: Range<Int>
    ) {
      let blocks = columns.count / 4, zero = WideBlock(repeating: 0)
      if sums.count < blocks {
        sums = Array(repeating: zero, count: blocks)
      } else {
        for index in 0..<blocks { sums[index] = zero }
      }
      let (countX, countY) = (geometry.samples.x, geometry.samples.y)
      for j in 0..<countY {
        let y = Double(outputRow) + (Double(j) + 0.5) / Double(countY)
        for i in 0..<countX {
          let x = Double(columns.lowerBound) + (Double(i) + 0.5) / Double(countX)
          line(x: x, y: y).add(source, to: &sums, count: blocks)
        }
      }
      // Dividing by the count: sums of up to 256 bytes, times a reciprocal in 65,536ths.
      let count = UInt32(countX * countY), reciprocal = (65_536 + count / 2) / count
      func mean(_ sums: SIMD8<UInt16>) -> SIMD8<UInt16> {
        let means = SIMD8<UInt32>(truncatingIfNeeded: sums) &* reciprocal &+ 32_768
        return SIMD8<UInt16>(truncatingIfNeeded: means &>> 16)
      }
      let writer = band.writer(row: row)
      for index in 0..<blocks {
        let means = WideBlock(even: mean(sums[index].even), odd: mean(sums[index].odd))
        writer.store((means &* 256).shrunk, at: columns.lowerBound + index * 4)
      }
    }

    private func line(x: Double, y: Double) -> SourceLine {
      let m = geometry.inverse
      return SourceLine(
        u: m.a * x + m.c * y + m.tx - 0.5, v: m.b * x + m.d * y + m.ty - 0.5, du: m.a, dv: m.b)
    }
  }
}
