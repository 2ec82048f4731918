// Unsafe: Eight or 16 levels are loaded at once; each row has as many after its last column.

/// The grey levels of an image, from 0 to 1, stretched to a picture by bilinear interpolation.
///
/// The columns of the picture's pixels are computed in advance. Rows are interpolated where they are
/// asked for, because chroma may lie between the rows of luma.
package struct GreyMap: Sendable {
  /// The number of columns of the picture.
  package let width: Int
  /// The number of rows of the image.
  private let rows: Int
  /// The levels of the image's rows, each with ``padding`` copies of the last one.
  private let levels: [Float]
  /// The least and the greatest level of each ``cellSize`` columns, row by row.
  private let cells: [(least: Float, greatest: Float)]

  private static let padding = 16
  private static let cellSize = 32
  /// How far a position may be from the centre of a column, in columns: positions are rounded.
  private static let tolerance: Float = 0.02

  /// Stretches an image to a width.
  ///
  /// - Parameters:
  ///   - image: The grey levels of the image, row by row from the top.
  ///   - columns: The number of columns of the image, at least 1.
  ///   - rows: The number of rows of the image, at least 1.
  ///   - width: The number of columns of the picture, at least 1.
  package init(_ image: [Float], columns: Int, rows: Int, width: Int) {
    precondition(image.count == columns * rows && columns > 0 && rows > 0, "not an image")
    precondition(width > 0, "not a picture")
    self.width = width
    self.rows = rows
    let across = (0..<width).map {
      Self.neighbours(of: (Float($0) + 0.5) / Float(width), in: columns)
    }
    var levels: [Float] = [], cells: [(least: Float, greatest: Float)] = []
    levels.reserveCapacity((width + Self.padding) * rows)
    for row in 0..<rows {
      let start = row * columns
      let stretched = across.map { left, right, part in
        image[start + left] + (image[start + right] - image[start + left]) * part
      }
      levels += stretched
      levels += Array(repeating: stretched[width - 1], count: Self.padding)
      for first in stride(from: 0, to: width, by: Self.cellSize) {
        let cell = stretched[first..<min(first + Self.cellSize, width)]
        cells.append(
          cell.reduce((least: 1, greatest: 0)) { (min($0.least, $1), max($0.greatest, $1)) })
      }
    }
    self.levels = levels
    self.cells = cells
  }

  /// The two of `count` samples around a position from 0 to 1, and the weight of the second.
  @inline(__always)
  private static func neighbours(
    of place: Float, in count: Int
  ) -> (first: Int, second: Int, part: Float) {
    let bounded = min(max(place * Float(count) - 0.5, 0), Float(count - 1)), first = Int(bounded)
    return (first, min(first + 1, count - 1), bounded - Float(first))
  }

  /// The least and the greatest level between two positions of a row, or limits farther apart.
  package func range(from left: Float, to right: Float, y: Float) -> (Float, Float) {
    let (upper, lower, _) = Self.neighbours(of: y, in: rows)
    let count = (width + Self.cellSize - 1) / Self.cellSize
    let first = Int(column(left) + Self.tolerance) / Self.cellSize
    let last = Int((column(right) - Self.tolerance).rounded(.up)) / Self.cellSize
    var result: (Float, Float) = (1, 0)
    for column in first...max(first, last) {
      let (a, b) = (cells[upper * count + column], cells[lower * count + column])
      result = (min(result.0, a.least, b.least), max(result.1, a.greatest, b.greatest))
    }
    return result
  }

  /// The column at a position, counted from the centre of the first one.
  private func column(_ x: Float) -> Float {
    min(max(x * Float(width) - 0.5, 0), Float(width - 1))
  }

  /// The levels at eight positions from 0 to 1, in order.
  package func levels(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
    let (upper, lower, part) = Self.neighbours(of: y, in: rows)
    let a = row(upper, x), b = row(lower, x)
    return a + (b - a) * part
  }

  /// The levels of a row of the image.
  @inline(__always)
  private func row(_ row: Int, _ x: SIMD8<Float>) -> SIMD8<Float> {
    let start = row * (width + Self.padding)
    let exact = x[0] * Float(width) - 0.5, first = exact.rounded()
    let span = (x[7] - x[0]) * Float(width)
    // The centres of columns, or of every second one.
    if abs(exact - first) < Self.tolerance, first >= 0, first < Float(width) {
      let place = (start + Int(first)) * MemoryLayout<Float>.size
      if abs(span - 7) < Self.tolerance {
        return unsafe levels.withUnsafeBytes {
          unsafe $0.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
        }
      }
      if abs(span - 14) < Self.tolerance {
        return unsafe levels.withUnsafeBytes {
          unsafe $0.loadUnaligned(fromByteOffset: place, as: SIMD16<Float>.self).evenHalf
        }
      }
    }
    var result = SIMD8<Float>()
    for lane in 0..<8 {
      let (left, right, part) = Self.neighbours(of: x[lane], in: width)
      result[lane] = levels[start + left] + (levels[start + right] - levels[start + left]) * part
    }
    return result
  }
}
