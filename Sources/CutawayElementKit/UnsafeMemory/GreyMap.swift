// Unsafe: Eight levels are loaded at once, where the row has as many.

/// Grey levels from 0 to 1 for each pixel of a picture.
package struct GreyMap: Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  private let levels: [Float]
  /// The least and the greatest level of each cell of ``cellSize`` columns, row by row.
  private let bounds: [(least: Float, greatest: Float)]
  private let cellsPerRow: Int

  private static let cellSize = 32

  /// Stretches an image to a size, by bilinear interpolation.
  ///
  /// - Parameters:
  ///   - image: The grey levels of the image, row by row from the top.
  ///   - columns: The number of columns of the image, at least 1.
  ///   - rows: The number of rows of the image, at least 1.
  ///   - width: The number of columns of the map.
  ///   - height: The number of rows of the map.
  package init(_ image: [Float], columns: Int, rows: Int, width: Int, height: Int) {
    precondition(image.count == columns * rows && columns > 0 && rows > 0, "not an image")
    self.width = width
    self.height = height
    /// The two samples around a position, and the weight of the second.
    func neighbours(_ index: Int, _ count: Int, _ size: Int) -> (Int, Int, Float) {
      let place = (Float(index) + 0.5) * Float(size) / Float(count) - 0.5
      let bounded = min(max(place, 0), Float(size - 1)), first = Int(bounded)
      return (first, min(first + 1, size - 1), bounded - Float(first))
    }
    let across = (0..<width).map { neighbours($0, width, columns) }
    var levels: [Float] = []
    levels.reserveCapacity(width * height)
    for y in 0..<height {
      let (top, bottom, down) = neighbours(y, height, rows)
      for (left, right, part) in across {
        let upper = image[top * columns + left] * (1 - part) + image[top * columns + right] * part
        let lower =
          image[bottom * columns + left] * (1 - part) + image[bottom * columns + right] * part
        levels.append(upper * (1 - down) + lower * down)
      }
    }
    self.levels = levels
    let (cells, size) = ((width + Self.cellSize - 1) / Self.cellSize, Self.cellSize)
    cellsPerRow = cells
    bounds = (0..<height * cells).map { cell in
      let first = cell / cells * width + cell % cells * size
      let own = levels[first..<min(first + size, (cell / cells + 1) * width)]
      return own.reduce((least: 1, greatest: 0)) { (min($0.least, $1), max($0.greatest, $1)) }
    }
  }

  /// The least and the greatest level between two positions of a row; they may be farther apart.
  package func bounds(from left: Float, to right: Float, y: Float) -> (Float, Float) {
    let first = (row(y) * cellsPerRow) + column(left) / Self.cellSize
    let last = (row(y) * cellsPerRow) + column(right) / Self.cellSize
    return bounds[first...max(first, last)].reduce((1, 0)) {
      (min($0.0, $1.least), max($0.1, $1.greatest))
    }
  }

  private func column(_ x: Float) -> Int { min(max(Int(x * Float(width)), 0), width - 1) }
  private func row(_ y: Float) -> Int { min(max(Int(y * Float(height)), 0), height - 1) }

  /// The levels at eight positions from 0 to 1, each that of the nearest pixel.
  package func levels(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
    let row = row(y) * width, first = column(x[0]), last = column(x[7])
    return unsafe levels.withUnsafeBytes { bytes in
      let place = (row + first) * 4
      // Samples of each column, or of each second one.
      if last - first == 7 {
        return unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
      }
      if last - first == 14, place + 64 <= bytes.count {
        return unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<Float>.self).evenHalf
      }
      var result = SIMD8<Float>()
      for lane in 0..<8 {
        result[lane] = unsafe bytes.loadUnaligned(
          fromByteOffset: (row + column(x[lane])) * 4, as: Float.self)
      }
      return result
    }
  }
}
