import CutawayKeyframes

extension Picture {
  /// A picture that becomes another one, by a function of the colours of both at a place.
  ///
  /// - Parameters:
  ///   - first: The first picture.
  ///   - second: The second picture.
  ///   - color: A colour for the function.
  ///   - mix: The function of both colours, of the place, and of the transition's colour.
  /// - Returns: The mixed pictures.
  static func transition(
    _ first: Picture, _ second: Picture, color: PictureColor = .white,
    _ mix:
      @escaping @Sendable (SIMD4<Float>, SIMD4<Float>, SIMD2<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> Picture {
    .mixed([first, second], extent: first.extent.union(second.extent)) { line, others, space in
      let tint = space.color(color), y = Float(line.y) + 0.5, start = line.x
      let targets = others[0].pixels
      line.map { pixel, x in mix(pixel, targets[x &- start], SIMD2(Float(x) + 0.5, y), tint) }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}

/// A straight front that moves over a rectangle.
struct MovingFront: Sendable {
  let direction: SIMD2<Float>
  /// Where the rectangle begins and ends along the direction.
  let low: Float, high: Float

  /// The front of a direction over a rectangle.
  init(_ rectangle: Rectangle, angle: Double) {
    direction = angle.direction
    let (x, y) = (Float(rectangle.x), Float(rectangle.y))
    let wide = Float(rectangle.width) * direction.x, tall = Float(rectangle.height) * direction.y
    let start = x * direction.x + y * direction.y
    low = start + min(wide, 0) + min(tall, 0)
    high = start + max(wide, 0) + max(tall, 0)
  }

  /// The coordinate of a place along the direction.
  @inline(__always)
  func callAsFunction(_ place: SIMD2<Float>) -> Float { (place * direction).sum() }
}

extension Rectangle {
  /// The rectangle of a transition: a given one, or that of its pictures.
  static func stage(_ given: Rectangle?, _ first: Picture, _ second: Picture) -> Rectangle {
    if let given, given.width > 0, given.height > 0, given.width < 1e7, given.height < 1e7,
      abs(given.x) < 1e7, abs(given.y) < 1e7
    {
      return given
    }
    let extents = [first.extent, second.extent].filter { !$0.isInfinite }
    let region = extents.reduce(Region.empty) { $0.union($1) }
    return Rectangle(
      x: Double(region.minX), y: Double(region.minY), width: Double(region.width),
      height: Double(region.height))
  }

  /// The distance from a place to the farthest corner.
  func farthest(from place: SIMD2<Double>) -> Double {
    let wide = max(abs(x - place.x), abs(x + width - place.x))
    let tall = max(abs(y - place.y), abs(y + height - place.y))
    return (wide * wide + tall * tall).squareRoot()
  }
}
