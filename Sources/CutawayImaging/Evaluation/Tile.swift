import CutawayElementKit

/// The pixels of a region.
///
/// Beyond it, all pixels are transparent.
struct Tile: Sendable {
  let region: Region
  private let grid: PixelGrid

  /// Draws a tile on all cores.
  ///
  /// - Parameters:
  ///   - region: The region, which is finite.
  ///   - bandHeight: The number of rows that one call draws.
  ///   - draw: Draws rows of a band.
  init(
    _ region: Region, bandHeight: Int = 64, _ draw: @Sendable (inout PixelGrid.Band) -> Void
  ) {
    self.region = region
    grid = PixelGrid(
      width: region.width, height: region.height, bandHeight: bandHeight, draw)
  }

  /// Draws a tile line by line.
  ///
  /// - Parameters:
  ///   - region: The region, which is finite.
  ///   - filler: Makes a function that computes a line, for one thread.
  init(_ region: Region, filler: @Sendable () -> LineFiller) {
    self.init(region) { band in
      var filler = filler()
      var line = filler.line(columns: region.columns, y: 0)
      for row in band.rows {
        line.y = region.minY + row
        filler.draw(&line)
        band.setRow(row, to: line.pixels.span)
      }
    }
  }

  /// Copies the pixels of a line.
  func fill(_ line: inout PixelLine) {
    let (x, y, count) = (line.x, line.y, line.count)
    line.isOpaque = false
    withView { view in
      var span = line.pixels.mutableSpan
      view.copy(x: x, y: y, to: &span, count: count)
    }
  }

  /// Calls `body` with the pixels at their places.
  @inline(__always)
  func withView(_ body: (PixelGridView) -> Void) {
    body(grid.view(x: region.minX, y: region.minY))
  }
}
