import CutawayElementKit

extension Picture {
  /// The picture, projected: sampled once, with linear interpolation.
  ///
  /// Where it becomes smaller than half, several places of a pixel are averaged. At an edge between
  /// two pixels, the part of the pixel within the picture is its opacity.
  ///
  /// - Parameters:
  ///   - map: The map from the picture to the result.
  ///   - result: Where the result has pixels.
  ///   - repeats: Whether the picture fills the plane before it is projected.
  /// - Returns: The picture; an empty one if the map has no inverse.
  func projected(by map: Projection, extent result: Region, repeats: Bool = false) -> Picture {
    guard let inverse = map.inverted, !extent.isEmpty, !extent.isInfinite else { return .empty }
    let source = extent
    let sampling = Sampling(inputs: [self]) { region, _ in
      if repeats { return source }
      let needed = inverse.box(of: region.outset(by: 1)) ?? source
      return needed.outset(by: 2).intersection(source)
    } draw: { line, tiles, _ in
      let sampler = ProjectedLine(inverse, y: line.y, source: source, repeats: repeats)
      tiles[0].withView { sampler.draw(&line, $0) }
    }
    return Picture(.sampled(sampling), extent: result)
  }
}

/// Samples a line of a projected picture.
private struct ProjectedLine {
  /// The map at column 0, and what a column and a row add.
  let start: SIMD3<Double>, wide: SIMD3<Double>, tall: SIMD3<Double>
  let low: SIMD2<Float>, high: SIMD2<Float>
  let source: Region
  let repeats: Bool

  init(_ inverse: Projection, y: Int, source: Region, repeats: Bool) {
    (wide, tall) = (inverse.matrix.x, inverse.matrix.y)
    start = inverse.matrix.z + tall * (Double(y) + 0.5) + wide * 0.5
    low = SIMD2(Float(source.minX), Float(source.minY))
    high = SIMD2(Float(source.maxX), Float(source.maxY))
    (self.source, self.repeats) = (source, repeats)
  }

  func draw(_ line: inout PixelLine, _ pixels: borrowing PixelGridView) {
    line.map { (_: SIMD4<Float>, x: Int) in
      let middle = start + wide * Double(x)
      guard middle.z > 1e-12 else { return SIMD4() }
      let scale = 1 / middle.z
      let place = SIMD2(middle.x, middle.y) * scale
      // How far the sample moves for a column and a row.
      let right = (SIMD2(wide.x, wide.y) - place * wide.z) * scale
      let up = (SIMD2(tall.x, tall.y) - place * tall.z) * scale
      let part = repeats ? 1 : coverage(place.single, (right * right + up * up).single)
      if part <= 0 { return SIMD4() }
      let columns = Self.samples(right), rows = Self.samples(up)
      if columns == 1, rows == 1 { return sample(pixels, place.single) * part }
      var sum = SIMD4<Float>()
      for row in 0..<rows {
        let above = middle + tall * ((Double(row) + 0.5) / Double(rows) - 0.5)
        for column in 0..<columns {
          let spot = above + wide * ((Double(column) + 0.5) / Double(columns) - 0.5)
          guard spot.z > 1e-12 else { continue }
          sum += sample(pixels, (SIMD2(spot.x, spot.y) / spot.z).single)
        }
      }
      return sum * (part / Float(columns * rows))
    }
  }

  /// The number of samples along a side of a pixel, for a step of the samples.
  @inline(__always)
  private static func samples(_ step: SIMD2<Double>) -> Int {
    let length = max(abs(step.x), abs(step.y))
    return length > 2 ? (length < 7 ? Int(length) + 1 : 8) : 1
  }

  /// The part of a pixel that lies within the picture.
  @inline(__always)
  private func coverage(_ place: SIMD2<Float>, _ squares: SIMD2<Float>) -> Float {
    let sharpness = 1 / squares.squareRoot()
    let before = (place - low) * sharpness + 0.5, after = (high - place) * sharpness + 0.5
    let wide = min(before.x, after.x), tall = min(before.y, after.y)
    guard wide > 0, tall > 0 else { return 0 }
    return min(wide, 1) * min(tall, 1)
  }

  @inline(__always)
  private func sample(
    _ pixels: borrowing PixelGridView, _ place: SIMD2<Float>
  ) -> SIMD4<Float> {
    if repeats { return pixels.repeated(place, source) }
    return pixels.linear(
      SIMD2(
        min(max(place.x, low.x + 0.5), high.x - 0.5),
        min(max(place.y, low.y + 0.5), high.y - 0.5)))
  }
}

extension PixelGridView {
  /// The colour between pixels, by linear interpolation, of a region that is repeated without end.
  @inline(__always)
  func repeated(_ place: SIMD2<Float>, _ region: Region) -> SIMD4<Float> {
    let size = SIMD2(Float(region.width), Float(region.height))
    let low = SIMD2(Float(region.minX), Float(region.minY)), offset = place - low
    guard abs(offset.x) < 0x1p29, abs(offset.y) < 0x1p29 else { return SIMD4() }
    let inner = offset - size * (offset / size).floored - 0.5
    if inner.x >= 0, inner.y >= 0, inner.x < size.x - 1, inner.y < size.y - 1 {
      return linear(low + inner + 0.5)
    }
    let corner = inner.floored, parts = inner - corner
    func wrapped(_ value: Float, _ first: Int, _ count: Int) -> (Int, Int) {
      // From −1 to the size.
      let index = Int(value)
      let lower = index < 0 ? count - 1 : min(index, count - 1)
      return (first + lower, first + (lower + 1 == count ? 0 : lower + 1))
    }
    let (left, right) = wrapped(corner.x, region.minX, region.width)
    let (bottom, top) = wrapped(corner.y, region.minY, region.height)
    let lower = self[left, bottom] * (1 - parts.x) + self[right, bottom] * parts.x
    let upper = self[left, top] * (1 - parts.x) + self[right, top] * parts.x
    return lower * (1 - parts.y) + upper * parts.y
  }
}
