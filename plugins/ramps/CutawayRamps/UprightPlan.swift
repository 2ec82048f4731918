import CutawayElementKit
import CutawayKeyframes

/// The plan for drawing an axis-aligned frame: first rows are mixed, then columns.
struct UprightPlan: Sendable {
  /// The output columns whose samples all lie inside the layer.
  let columns: Range<Int>
  private let rows: Range<Int>
  private let rowFilter: AxisFilter
  private let columnFilter: ColumnFilter
  /// The required source columns.
  private let sourceColumns: Range<Int>

  /// Creates a plan; `nil` if the frame is not axis-aligned, or only edges of it are visible.
  init?(_ geometry: LayerGeometry, from input: VideoFormat, to output: VideoFormat) {
    let m = geometry.inverse, frame = (input.width, input.height)
    guard m.b == 0, m.c == 0, input.width >= 8 else { return nil }
    func inner(_ row: Int) -> Range<Int> {
      geometry.spans(row: row, width: output.width, frame: frame).innerBlocks
    }
    // All rows with an interior have the same interior columns.
    guard let first = (0..<output.height).first(where: { !inner($0).isEmpty }),
      let last = (0..<output.height).last(where: { !inner($0).isEmpty })
    else { return nil }
    columns = inner(first)
    rows = first..<last + 1
    rowFilter = AxisFilter(
      outputs: rows, scale: m.d, offset: m.ty, samples: geometry.samples.y, size: input.height)
    // Where columns are only shifted, all pixels have the weights of the first one.
    let isShifted = m.a == 1
    let filter = AxisFilter(
      outputs: isShifted ? columns.lowerBound..<columns.lowerBound + 1 : columns, scale: m.a,
      offset: m.tx, samples: geometry.samples.x, size: input.width)
    if isShifted {
      sourceColumns = filter.starts[0]..<filter.starts[0] + columns.count + 1
      columnFilter = ColumnFilter(
        count: columns.count, weights: (filter.weights[0], filter.weights[1]))
      return
    }
    let low = filter.starts.min() ?? 0, high = (filter.starts.max() ?? 0) + filter.taps
    // At least four columns, which are mixed at the same time.
    let lower = min(low, input.width - 4)
    sourceColumns = lower..<max(high, lower + 4)
    columnFilter = ColumnFilter(
      starts: filter.starts.map { $0 - lower }, weights: filter.weights)
  }

  /// Creates the memory for ``draw(_:into:row:outputRow:with:)``.
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
  /// The inner pixels, rounded down to a multiple of four.
  var innerBlocks: Range<Int> { inner.lowerBound..<inner.lowerBound + inner.count & ~3 }
}
