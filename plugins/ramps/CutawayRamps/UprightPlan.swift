import CutawayElementKit
import CutawayModel

/// How an upright picture is drawn, axis by axis: first rows are mixed, then columns.
struct UprightPlan: Sendable {
  /// The output pixels whose samples all lie inside the layer.
  let columns: Range<Int>
  private let rows: Range<Int>
  private let rowFilter: AxisFilter
  private let columnFilter: ColumnFilter
  /// The source columns that are needed.
  private let sourceColumns: Range<Int>

  /// Returns `nil` where the picture is not upright, or nothing of it shows but edges.
  init?(_ geometry: LayerGeometry, from input: VideoFormat, to output: VideoFormat) {
    let m = geometry.inverse, frame = (input.width, input.height)
    guard m.b == 0, m.c == 0, input.width >= 8 else { return nil }
    func inner(_ row: Int) -> Range<Int> {
      geometry.spans(row: row, width: output.width, frame: frame).innerBlocks
    }
    // All rows with an interior have the same columns in it.
    guard let first = (0..<output.height).first(where: { !inner($0).isEmpty }),
      let last = (0..<output.height).last(where: { !inner($0).isEmpty })
    else { return nil }
    columns = inner(first)
    rows = first..<last + 1
    rowFilter = AxisFilter(
      outputs: rows, scale: m.d, offset: m.ty, samples: geometry.samples.y, size: input.height)
    let filter = AxisFilter(
      outputs: columns, scale: m.a, offset: m.tx, samples: geometry.samples.x, size: input.width)
    let low = filter.starts.min() ?? 0, high = (filter.starts.max() ?? 0) + filter.taps
    // At least four, which are mixed at once.
    let lower = min(low, input.width - 4)
    sourceColumns = lower..<max(high, lower + 4)
    columnFilter = ColumnFilter(
      starts: filter.starts.map { $0 - lower }, weights: filter.weights)
  }

  /// What ``draw(_:into:row:outputRow:with:)`` works in.
  func makeScratch() -> MixedRow { MixedRow(count: sourceColumns.count) }

  /// Draws the interior of one row.
  func draw(
    _ source: FrameView, into band: inout VideoFrame, row: Int, outputRow: Int,
    with scratch: inout MixedRow
  ) {
    let index = outputRow - rows.lowerBound, taps = rowFilter.taps
    scratch.mix(
      source, column: sourceColumns.lowerBound, row: rowFilter.starts[index],
      weights: rowFilter.weights[index * taps..<(index + 1) * taps])
    scratch.draw(columnFilter, into: band.writer(row: row), at: columns.lowerBound)
  }
}

extension LayerGeometry.Spans {
  /// The inner pixels, but for some at the end that are not four.
  var innerBlocks: Range<Int> { inner.lowerBound..<inner.lowerBound + inner.count & ~3 }
}
