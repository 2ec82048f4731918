import CutawayElementKit

/// Squares that divide the plane.
///
/// A pixel belongs to the square in which its centre lies.
package struct CellGrid: Sendable {
  /// A corner of squares.
  package let origin: SIMD2<Double>
  /// The sides of squares, at least a pixel.
  let size: Double

  /// Creates a grid; any numbers may be given.
  ///
  /// - Parameters:
  ///   - origin: A corner of squares.
  ///   - size: The sides of squares.
  ///   - limit: The greatest size.
  package init(_ origin: SIMD2<Double>, size: Double, limit: Double = 512) {
    self.origin = SIMD2<Double>(origin.finite)
    self.size = size.confined(to: 1...limit)
  }

  /// The square of a column or a row.
  @inline(__always)
  func cell(_ pixel: Int, _ origin: Double) -> Int {
    ((Double(pixel) + 0.5 - origin) / size).wholeBelow
  }

  /// The first pixel of a square.
  func pixel(_ cell: Int, _ origin: Double) -> Int {
    let guess = (Double(cell) * size + origin - 0.5).wholeBelow
    // Both directions must agree in spite of rounding.
    for pixel in guess - 1...guess + 1 where self.cell(pixel, origin) >= cell { return pixel }
    return guess + 2
  }

  /// The squares of the pixels of a region.
  func cells(of region: Region) -> Region {
    if region.isEmpty || region.isInfinite { return region }
    return Region(
      minX: cell(region.minX, origin.x), minY: cell(region.minY, origin.y),
      maxX: cell(region.maxX - 1, origin.x) + 1, maxY: cell(region.maxY - 1, origin.y) + 1)
  }

  /// The pixels of a region of squares.
  func pixels(of cells: Region) -> Region {
    if cells.isEmpty || cells.isInfinite { return cells }
    return Region(
      minX: pixel(cells.minX, origin.x), minY: pixel(cells.minY, origin.y),
      maxX: pixel(cells.maxX, origin.x), maxY: pixel(cells.maxY, origin.y))
  }

  /// A place in the square of a column and a row, which looks random.
  ///
  /// - Parameters:
  ///   - column: The column of the square.
  ///   - row: The row of the square.
  ///   - range: The part of the square, along each side, in which the place lies.
  /// - Returns: The place, in pixels.
  package func site(_ column: Int, _ row: Int, in range: ClosedRange<Double>) -> SIMD2<Double> {
    let bits = Self.hash(column, row)
    let parts = SIMD2(Double(bits & 0xffff), Double(bits >> 16 & 0xffff)) / 65536
    let inner = parts * (range.upperBound - range.lowerBound) + range.lowerBound
    return (SIMD2(Double(column), Double(row)) + inner) * size + origin
  }

  /// Bits that look random; the finalizer of SplitMix64 (Steele, Lea and Flood, 2014) mixes them.
  package static func hash(_ column: Int, _ row: Int) -> UInt64 {
    var bits = UInt64(UInt32(truncatingIfNeeded: column)) << 32
    bits |= UInt64(UInt32(truncatingIfNeeded: row))
    bits &+= 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension Picture {
  /// The mean colours of regions, one of which belongs to each pixel of the result.
  ///
  /// - Parameters:
  ///   - extent: Where the result has pixels.
  ///   - pixels: The pixels of a pixel of the result.
  ///   - covering: The pixels of a region of the result.
  /// - Returns: The picture of mean colours.
  func means(
    extent: Region, of pixels: @escaping @Sendable (_ x: Int, _ y: Int) -> Region,
    covering: @escaping @Sendable (Region) -> Region
  ) -> Picture {
    let sampling = Sampling(inputs: [self]) { region, _ in
      covering(region)
    } draw: { line, tiles, _ in
      let row = line.y
      tiles[0].withView { view in
        line.map { (_: SIMD4<Float>, column: Int) in
          let region = pixels(column, row)
          var sum = SIMD4<Float>()
          for y in region.rows {
            var part = SIMD4<Float>()
            for x in region.columns { part += view[x, y] }
            sum += part
          }
          return sum / Float(max(1, region.width * region.height))
        }
      }
    }
    return Picture(.sampled(sampling), extent: extent)
  }
}
