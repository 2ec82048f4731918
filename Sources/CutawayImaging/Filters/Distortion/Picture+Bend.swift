import Glibc

extension Picture {
  /// The picture, sampled at other places, with linear interpolation.
  ///
  /// Of an endless picture, no more than 4,096 columns and rows are needed.
  ///
  /// - Parameters:
  ///   - result: Where the result has pixels.
  ///   - required: The region of the picture that a region of the result needs.
  ///   - place: Where the colour of a place lies in the picture.
  /// - Returns: The bent picture.
  func bent(
    extent result: Region, required: @escaping @Sendable (Region) -> Region,
    _ place: @escaping @Sendable (SIMD2<Float>) -> SIMD2<Float>
  ) -> Picture {
    if extent.isEmpty { return .empty }
    let isEndless = extent.isInfinite
    return warped(
      extent: result, required: { isEndless ? required($0).held : required($0) }, place)
  }

  /// The picture, bent within a circle.
  ///
  /// - Parameters:
  ///   - center: The centre of the circle.
  ///   - radius: Its radius.
  ///   - reach: How far from the centre the bent colours come.
  ///   - place: For an offset from the centre and its part of the radius, the offset of the colour.
  /// - Returns: The bent picture.
  func bent(
    around center: SIMD2<Double>, radius: Double, reach: Double? = nil,
    _ place: @escaping @Sendable (_ offset: SIMD2<Float>, _ part: Float) -> SIMD2<Float>
  ) -> Picture {
    guard radius > 0, let disc = Region(around: center, by: radius),
      let source = Region(around: center, by: reach ?? radius)
    else { return self }
    let middle = SIMD2<Float>(center), slope = 1 / Float(radius)
    return bent(
      extent: extent,
      required: { $0.intersection(disc).isEmpty ? $0 : $0.union(source) },
      { spot in
        let offset = spot - middle, part = offset.length * slope
        return part < 1 ? middle + place(offset, part) : spot
      })
  }
}

extension Region {
  /// The region, or its middle if it is very large.
  var held: Region {
    func part(_ low: Int, _ high: Int) -> (Int, Int) {
      let middle = (low + high) / 2
      return (max(low, middle - 2048), min(high, middle + 2048))
    }
    let (columns, rows) = (part(minX, maxX), part(minY, maxY))
    return Region(minX: columns.0, minY: rows.0, maxX: columns.1, maxY: rows.1)
  }
}

/// A round piece of glass on a picture, seen from above.
struct RoundLens: Sendable {
  private let index: Float

  init(refraction: Double) { index = Float(refraction.held(in: 0.01...100)) }

  /// Where a ray through the glass meets the picture.
  ///
  /// The ray comes from above, and follows Snell's law at the surface, whose height is √(1 − t²).
  ///
  /// - Parameter place: The distance t from the middle, in 0…1, where 1 is the edge.
  /// - Returns: The distance from the middle, in −2…2.
  func callAsFunction(_ place: Float) -> Float {
    let height = max(1 - place * place, 0).squareRoot()
    let sine = min(place / index, 0.999), cosine = (1 - sine * sine).squareRoot()
    let across = place * cosine - height * sine, along = height * cosine + place * sine
    return min(max(place - height * across / max(along, 0.05), -2), 2)
  }
}
