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
}
