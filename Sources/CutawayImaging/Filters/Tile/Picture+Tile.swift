import CutawayKeyframes

/// The frame in which a tile is measured: from its centre, along its angle, in its width.
struct TileFrame: Sendable {
  let center: SIMD2<Double>
  let direction: SIMD2<Float>
  let width: Double

  /// Creates a frame; `nil` without a sane place and a positive width.
  init?(_ center: SIMD2<Double>, angle: Double, width: Double) {
    guard center.isSane, width > 0 else { return nil }
    (self.center, direction) = (center, angle.direction)
    self.width = width.held(in: 1...1e6)
  }
}

extension Picture {
  /// The plane, filled with copies of a part of the picture.
  ///
  /// - Parameters:
  ///   - frame: The place of the part.
  ///   - reach: How far from the centre the part goes, in widths.
  ///   - fold: The place in the part for each place in the plane, in widths from the centre.
  /// - Returns: The plane.
  func tiled(
    _ frame: TileFrame?, reach: Double,
    _ fold: @escaping @Sendable (SIMD2<Float>) -> SIMD2<Float>
  ) -> Picture {
    guard let frame, let part = Region(around: frame.center, by: reach * frame.width) else {
      return self
    }
    let middle = SIMD2<Float>(frame.center), turn = frame.direction
    let size = Float(frame.width), slope = 1 / size
    return bent(extent: .infinite, required: { _ in part }) { place in
      let offset = (place - middle).turnedBack(turn) * slope
      return middle + (fold(offset) * size).turned(turn)
    }
  }
}

/// A lattice of parallelograms whose sides have the length 1.
struct Parallelograms: Sendable {
  private let cosine: Float, sine: Float

  /// A lattice whose second side is turned by an angle, at least by about a degree.
  init(_ acuteAngle: Double) {
    let direction = acuteAngle.direction
    let sine = direction.y
    (cosine, self.sine) = (direction.x, abs(sine) < 0.02 ? (sine < 0 ? -0.02 : 0.02) : sine)
  }

  /// How many sides of each kind lead to a place.
  @inline(__always)
  func sides(_ place: SIMD2<Float>) -> SIMD2<Float> {
    let second = place.y / sine
    return SIMD2(place.x - second * cosine, second)
  }

  /// The place to which sides lead.
  @inline(__always)
  func place(_ sides: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(sides.x + sides.y * cosine, sides.y * sine)
  }
}

/// A grid of hexagons whose middles have the distance 1, with one at the origin and one at (1, 0).
enum HexagonGrid {
  /// The offset of a place from the nearest middle.
  @inline(__always)
  static func offset(_ place: SIMD2<Float>) -> SIMD2<Float> {
    let period = SIMD2<Float>(1, 1.732_050_8)
    let first = place - period * (place / period).nearest
    let shifted = place - period * 0.5
    let second = shifted - period * (shifted / period).nearest
    return (first * first).sum() <= (second * second).sum() ? first : second
  }

  /// The place, mirrored on a line through the origin unless it lies on the line's right.
  @inline(__always)
  static func mirrored(_ place: SIMD2<Float>, _ line: SIMD2<Float>) -> SIMD2<Float> {
    let normal = SIMD2(-line.y, line.x), distance = (place * normal).sum()
    return distance > 0 ? place - normal * (2 * distance) : place
  }

  /// The direction of 60°.
  static let direction60 = SIMD2<Float>(0.5, 0.866_025_4)

  /// An offset from a middle, mirrored into the sixth part between −30° and 30°.
  @inline(__always)
  static func sixth(_ offset: SIMD2<Float>) -> SIMD2<Float> {
    let line = SIMD2<Float>(0.866_025_4, 0.5)
    // The mirrors are at 90°, 30° and −30°.
    let right = mirrored(SIMD2(abs(offset.x), offset.y), line)
    let turned = mirrored(SIMD2(right.x, -right.y), line)
    return SIMD2(turned.x, -turned.y)
  }
}

extension SIMD2<Float> {
  /// Both numbers, mirrored at whole numbers into 0…1.
  @inline(__always) var mirroredCell: SIMD2<Float> {
    let rest = self - 2 * (self * 0.5).nearest
    return SIMD2(abs(rest.x), abs(rest.y))
  }
}
