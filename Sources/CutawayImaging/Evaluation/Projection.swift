import CutawayKeyframes

/// Four places in the plane of pictures: the corners of a projected rectangle.
struct Corners: Sendable {
  var topLeft: SIMD2<Double>, topRight: SIMD2<Double>
  var bottomRight: SIMD2<Double>, bottomLeft: SIMD2<Double>

  /// All four.
  var all: [SIMD2<Double>] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The pixels that their bounding box touches; `nil` if a number has no sane value.
  var box: Region? {
    // Comparisons with numbers that are none fail.
    guard all.allSatisfy({ abs($0.x) < 1e7 && abs($0.y) < 1e7 }) else { return nil }
    let xs = all.map(\.x), ys = all.map(\.y)
    return Region(
      covering: xs.reduce(.infinity, min), ys.reduce(.infinity, min),
      xs.reduce(-.infinity, max), ys.reduce(-.infinity, max))
  }
}

/// A projective map of the plane.
struct Projection: Sendable {
  /// Maps (x, y, 1) to multiples of the new place and 1.
  ///
  /// The factor is positive before the horizon.
  let matrix: Matrix3

  init(_ matrix: Matrix3) { self.matrix = matrix }

  init(_ transform: TransformMatrix) {
    matrix = Matrix3(
      SIMD3(transform.a, transform.b, 0), SIMD3(transform.c, transform.d, 0),
      SIMD3(transform.tx, transform.ty, 1))
  }

  /// The map of a rectangle onto a convex quadrilateral; `nil` if there is none.
  ///
  /// The formula is that of Heckbert, “Fundamentals of Texture Mapping and Image Warping” (1989),
  /// section 2.2.3.
  ///
  /// - Parameters:
  ///   - region: The rectangle, which is finite.
  ///   - corners: Where its corners go.
  init?(_ region: Region, to corners: Corners) {
    guard !region.isEmpty, !region.isInfinite, corners.box != nil else { return nil }
    func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
    let origin = corners.bottomLeft, right = corners.bottomRight, up = corners.topLeft
    let toRight = right - corners.topRight, toUp = up - corners.topRight
    let rest = origin - right + corners.topRight - up
    let area = cross(toRight, toUp)
    guard abs(area) > 1e-9 else { return nil }
    let g = cross(rest, toUp) / area, h = cross(toRight, rest) / area
    // All corners lie before the horizon only if the quadrilateral is convex.
    guard 1 + g > 1e-9, 1 + h > 1e-9, 1 + g + h > 1e-9 else { return nil }
    let first = right - origin + right * g, second = up - origin + up * h
    let unit = Matrix3(
      SIMD3(first.x, first.y, g), SIMD3(second.x, second.y, h), SIMD3(origin.x, origin.y, 1))
    let wide = 1 / Double(region.width), tall = 1 / Double(region.height)
    let place = SIMD3(-Double(region.minX) * wide, -Double(region.minY) * tall, 1)
    matrix = unit * Matrix3(SIMD3(wide, 0, 0), SIMD3(0, tall, 0), place)
  }

  /// The way back; `nil` if there is none.
  var inverted: Projection? {
    let inverse = matrix.inverted
    // Products with numbers that are none or infinite are not zero.
    let check: SIMD3<Double> = (inverse.x + inverse.y + inverse.z) * 0
    return check == SIMD3() ? Projection(inverse) : nil
  }

  /// Where a place goes; `nil` from the horizon on.
  func apply(_ place: SIMD2<Double>) -> SIMD2<Double>? {
    let result = matrix * SIMD3(place, 1)
    return result.z > 1e-12 ? SIMD2(result.x, result.y) / result.z : nil
  }

  /// The pixels that a mapped region touches; `nil` if they have no end.
  func box(of region: Region) -> Region? {
    if region.isEmpty { return .empty }
    if region.isInfinite { return nil }
    let (left, low) = (Double(region.minX), Double(region.minY))
    let (right, high) = (Double(region.maxX), Double(region.maxY))
    guard let topLeft = apply(SIMD2(left, high)), let topRight = apply(SIMD2(right, high)),
      let bottomRight = apply(SIMD2(right, low)), let bottomLeft = apply(SIMD2(left, low))
    else { return nil }
    return Corners(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft
    ).box
  }
}
