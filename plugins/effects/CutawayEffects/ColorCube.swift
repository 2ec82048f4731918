import CutawayElementKit

/// A 3-D lookup table whose colours are interpolated in tetrahedra.
///
/// A cell is divided into six tetrahedra along its grey diagonal, so that greys between samples of
/// grey stay grey.
struct ColorCube: Sendable {
  /// The factors and summands that convert red, green and blue to indices.
  let scale: SIMD4<Float>, offset: SIMD4<Float>
  /// The largest indices.
  let last: SIMD4<Float>
  /// What a result of 1 is divided by.
  private let largest: Float
  private let size: Int
  private let samples: [SIMD4<Float>]
  /// By the order of the fractions: the second and the third corner of the tetrahedron, from the
  /// first.
  private let corners: [SIMD2<Int>]

  /// Mixes a table with the unchanged colours.
  ///
  /// - Parameters:
  ///   - file: The table.
  ///   - amount: The part of the table, 0…1.
  ///   - largest: The factor of the results.
  init(_ file: CubeFile, amount: Float, largest: Float) {
    let size = file.size
    self.size = size
    self.largest = largest
    last = SIMD4(repeating: Float(size - 1))
    let extent = file.domain.upper - file.domain.lower
    let factors = SIMD3(repeating: Float(size - 1)) / extent
    scale = SIMD4(factors, 0)
    offset = SIMD4(-file.domain.lower * factors, 0)
    // Interpolation between unchanged colours gives unchanged colours, so the table can be mixed.
    let keep = (1 - amount) * largest, step = SIMD4(extent / Float(size - 1), 0)
    let start = SIMD4(file.domain.lower, 0)
    samples = file.samples.indices.map { index in
      let place = SIMD4(
        Float(index % size), Float(index / size % size), Float(index / size / size), 0)
      return file.samples[index] * (amount * largest) + (start + place * step) * keep
    }
    corners = (0..<8).map { Self.corners($0, 1, size, size * size) }
  }

  /// The bits of `order` state whether red ≥ green, green ≥ blue and red ≥ blue.
  private static func corners(_ order: Int, _ r: Int, _ g: Int, _ b: Int) -> SIMD2<Int> {
    switch (order & 4 != 0, order & 2 != 0, order & 1 != 0) {
    case (true, true, _): SIMD2(r, r + g)
    case (true, false, true): SIMD2(r, r + b)
    case (true, false, false): SIMD2(b, b + r)
    case (false, false, _): SIMD2(b, b + g)
    case (false, true, true): SIMD2(g, g + r)
    case (false, true, false): SIMD2(g, g + b)
    }
  }

  /// The colour at red, green and blue as indices from 0 to ``last``.
  @inline(__always)
  subscript(_ place: SIMD4<Float>) -> SIMD4<Float> {
    // The nearest integer of place − 0.5, read from the mantissa: conversions that trap take longer.
    let rounded = (place - 0.5).limited(SIMD4(), last - 1) + 0x1p23
    let fractions = place - (rounded - 0x1p23)
    let (r, g, b) = (fractions.x, fractions.y, fractions.z)
    func index(_ number: Float) -> Int { Int(truncatingIfNeeded: number.bitPattern & 0x7F_FFFF) }
    let order = (r >= g ? 4 : 0) | (g >= b ? 2 : 0) | (r >= b ? 1 : 0)
    let between = corners[order]
    let most = max(r, max(g, b)), least = min(r, min(g, b))
    let middle = r + g + b - most - least
    let first = (index(rounded.z) &* size &+ index(rounded.y)) &* size &+ index(rounded.x)
    let fourth = first &+ 1 &+ size &+ size &* size
    let near = samples[first] * (1 - most) + samples[first &+ between.x] * (most - middle)
    let far = samples[first &+ between.y] * (middle - least) + samples[fourth] * least
    return near + far
  }

  /// Four colours, as ``subscript(_:)`` finds them for their components in 0…1.
  @inline(__always)
  func mapped(_ block: ColorBlock) -> ColorBlock {
    let red = Cells(block.red * scale.x + offset.x, last: last.x)
    let green = Cells(block.green * scale.y + offset.y, last: last.y)
    let blue = Cells(block.blue * scale.z + offset.z, last: last.z)
    let (r, g, b) = (red.fractions, green.fractions, blue.fractions)
    let most = r.raised(to: g), least = r.lowered(to: g)
    let (column, row) = (SIMD4<Float>(repeating: 1), SIMD4(repeating: Float(size)))
    let plane = SIMD4(repeating: Float(size * size))
    // The axis of the greatest fraction leads to the second corner. All but that of the least lead to the third.
    let second = Self.choose(
      most, atLeast: b, Self.choose(r, atLeast: g, column, row), plane)
    let missing = Self.choose(b, atLeast: least, Self.choose(g, atLeast: r, column, row), plane)
    let highest = most.raised(to: b), lowest = least.lowered(to: b)
    let middle = r + g + b - highest - lowest
    let lines = (blue.numbers * row.x + green.numbers).steps, columns = red.numbers.steps
    let (seconds, thirds) = (second.steps, (column + row + plane - missing).steps)
    let weights = (SIMD4(repeating: 1) - highest, highest - middle, middle - lowest, lowest)
    @inline(__always)
    func color(_ lane: Int) -> SIMD4<Float> {
      func index(_ steps: SIMD4<UInt32>) -> Int {
        Int(truncatingIfNeeded: steps[lane] & 0x7F_FFFF)
      }
      let first = index(lines) &* size &+ index(columns)
      let near =
        samples[first] * weights.0[lane] + samples[first &+ index(seconds)] * weights.1[lane]
      let far =
        samples[first &+ index(thirds)] * weights.2[lane]
        + samples[first &+ 1 &+ size &+ size &* size] * weights.3[lane]
      return near + far
    }
    return ColorBlock(
      pixels: (color(0), color(1), color(2), color(3)), alpha: block.alpha, unit: 1 / largest)
  }

  /// The cells of a table along an axis.
  private struct Cells {
    /// Their numbers.
    let numbers: SIMD4<Float>
    /// The places in them.
    let fractions: SIMD4<Float>

    @inline(__always)
    init(_ places: SIMD4<Float>, last: Float) {
      let places = places.limited(SIMD4(), SIMD4(repeating: last))
      let rounded = (places - 0.5).limited(SIMD4(), SIMD4(repeating: last - 1)) + 0x1p23
      numbers = rounded - 0x1p23
      fractions = places - numbers
    }
  }

  /// In each lane, the first of two numbers if `a` is at least `b`.
  @inline(__always)
  private static func choose(
    _ a: SIMD4<Float>, atLeast b: SIMD4<Float>, _ first: SIMD4<Float>, _ second: SIMD4<Float>
  ) -> SIMD4<Float> {
    SIMD4(
      a.x >= b.x ? first.x : second.x, a.y >= b.y ? first.y : second.y,
      a.z >= b.z ? first.z : second.z, a.w >= b.w ? first.w : second.w)
  }
}
