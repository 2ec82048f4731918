/// The parts of packed pixels that are not transparent, which a mixer blends instead of all pixels.
///
/// Two rows share their runs, because 4:2:0 has one row of chroma for them.
package final class VisibleRuns: Sendable {
  /// The number of columns that are visible or not together.
  private static let unit = 16
  /// The index of the first run of each pair of rows, and the number of runs.
  private let firsts: [Int]
  private let runs: [Range<Int>]

  /// Finds the runs.
  ///
  /// A run includes the columns that take part in the chroma of a visible one.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - isVisible: Whether a row has a pixel in a range of columns that is not transparent.
  package init(width: Int, height: Int, _ isVisible: (_ row: Int, _ columns: Range<Int>) -> Bool) {
    var firsts: [Int] = [], runs: [Range<Int>] = []
    for row in stride(from: 0, to: height, by: 2) {
      firsts.append(runs.count)
      for start in stride(from: 0, to: width, by: Self.unit) {
        let end = min(start + Self.unit, width), columns = max(start - 1, 0)..<end
        guard isVisible(row, columns) || row + 1 < height && isVisible(row + 1, columns) else {
          continue
        }
        if let last = runs.last, runs.count > firsts[firsts.count - 1], last.upperBound == start {
          runs[runs.count - 1] = last.lowerBound..<end
        } else {
          runs.append(start..<end)
        }
      }
    }
    self.firsts = firsts + [runs.count]
    self.runs = runs
  }

  /// The indices of the runs of a row.
  package func indices(of row: Int) -> Range<Int> { firsts[row / 2]..<firsts[row / 2 + 1] }

  /// The columns of a run.
  package subscript(index: Int) -> Range<Int> { runs[index] }
}
