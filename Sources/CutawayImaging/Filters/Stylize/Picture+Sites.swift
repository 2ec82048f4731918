import CutawayElementKit

/// Points that look random, one in each square of a grid, and the colours around them.
struct ColoredSites: Sendable {
  let grid: CellGrid
  /// The part of a square, along each side, in which its point lies.
  let range: ClosedRange<Double>

  /// A point and its colour.
  struct Site: Sendable {
    var place: SIMD2<Float>
    /// A number that looks random.
    var rank: UInt32
    var color: SIMD4<Float>
  }

  /// The picture of the colours: means of squares as large as those of the grid, around the points.
  private func colors(of picture: Picture) -> Picture {
    let grid = grid, range = range
    return picture.means(extent: .infinite) { column, row in
      let corner = grid.site(column, row, in: range) - grid.size / 2
      // Pixels whose centres lie in the square.
      let (x, y) = ((corner.x + 0.5).wholeBelow, (corner.y + 0.5).wholeBelow)
      let (right, top) = (
        (corner.x + grid.size + 0.5).wholeBelow, (corner.y + grid.size + 0.5).wholeBelow
      )
      return Region(minX: x, minY: y, maxX: max(right, x + 1), maxY: max(top, y + 1))
    } covering: { cells in
      grid.pixels(of: cells.outset(by: 1)).outset(by: 1)
    }
  }

  /// A picture that a function makes of the points in the nine squares around each pixel.
  ///
  /// - Parameters:
  ///   - picture: The picture of which the colours are; its edges are repeated.
  ///   - color: The colour of a place; the points are in the order of rows.
  /// - Returns: The picture, which has the extent of the first one.
  func drawn(
    from picture: Picture, _ color: @escaping @Sendable (SIMD2<Float>, [Site], Int) -> SIMD4<Float>
  ) -> Picture {
    let grid = grid, range = range
    let sampling = Sampling(inputs: [colors(of: picture.clamped())]) { region, _ in
      grid.cells(of: region).outset(by: 1)
    } draw: { line, tiles, _ in
      let first = grid.cell(line.x, grid.origin.x) - 1, row = grid.cell(line.y, grid.origin.y)
      let last = grid.cell(line.x + line.count - 1, grid.origin.x) + 1
      let y = Float(line.y) + 0.5, origin = grid.origin.x
      tiles[0].withView { view in
        var sites: [Site] = []
        for column in first...last {
          for place in row - 1...row + 1 {
            sites.append(
              Site(
                place: SIMD2<Float>(grid.site(column, place, in: range)),
                rank: UInt32(truncatingIfNeeded: CellGrid.hash(column, place) >> 32),
                color: view[column, place]))
          }
        }
        // The three squares of a column follow each other.
        line.map { (_: SIMD4<Float>, x: Int) in
          color(SIMD2(Float(x) + 0.5, y), sites, (grid.cell(x, origin) &- first &- 1) &* 3)
        }
      }
    }
    return Picture(.sampled(sampling), extent: picture.extent)
  }
}
