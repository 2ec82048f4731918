import CutawayElementKit

/// The pixels of a line and of the rows around it.
struct PixelBlock: Sendable {
  /// Rows from the lowest one on.
  let pixels: [SIMD4<Float>]
  /// The columns beside the line on each side.
  let x: Int
  /// The rows on each side.
  let y: Int
  /// The pixels of a row.
  let width: Int

  /// Copies pixels of a tile.
  init(_ tile: Tile, around line: PixelLine, x: Int, y: Int) {
    (self.x, self.y, width) = (x, y, line.count + 2 * x)
    let width = width, left = line.x - x
    var pixels = [SIMD4<Float>](repeating: SIMD4(), count: width * (2 * y + 1))
    tile.withView { view in
      var target = pixels.mutableSpan
      for row in 0...2 * y {
        view.copy(
          x: left, y: line.y &- y &+ row, to: &target, from: row &* width, count: width)
      }
    }
    self.pixels = pixels
  }

  /// A pixel.
  ///
  /// - Parameters:
  ///   - index: The pixel of the line, from 0 on.
  ///   - right: The columns to the right of it.
  ///   - up: The rows above it.
  /// - Returns: The pixel.
  @inline(__always)
  subscript(index: Int, right: Int, up: Int) -> SIMD4<Float> {
    pixels[(up &+ y) &* width &+ index &+ right &+ x]
  }
}

extension Picture {
  /// A function of the pixels around each pixel.
  ///
  /// - Parameters:
  ///   - x: The columns on each side.
  ///   - y: The rows on each side.
  ///   - extent: Where the result has pixels.
  ///   - color: The result for a pixel of a line, which is given by its index and its place.
  /// - Returns: The picture.
  @inline(__always)
  func surroundings(
    x: Int, y: Int, extent: Region,
    _ color: @escaping @Sendable (PixelBlock, _ index: Int, _ place: SIMD2<Int>) -> SIMD4<Float>
  ) -> Picture {
    let sampling = Sampling(inputs: [self]) { region, _ in
      region.outset(x: x, y: y)
    } draw: { line, tiles, _ in
      let block = PixelBlock(tiles[0], around: line, x: x, y: y)
      let first = line.x, row = line.y
      line.map { (_: SIMD4<Float>, x: Int) in color(block, x &- first, SIMD2(x, row)) }
    }
    return Picture(.sampled(sampling), extent: extent)
  }
}
