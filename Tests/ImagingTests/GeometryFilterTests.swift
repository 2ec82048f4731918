import CutawayImaging
import CutawayKeyframes
import Glibc
import Testing

/// Filters that scale and project pictures.
@Suite struct GeometryFilterTests {
  private func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }

  /// The normalised weights of an axis of a scaled picture, by pixel of the source.
  private func weights(
    _ target: Int, _ low: Int, _ high: Int, _ factor: Double, reach: Double,
    _ kernel: (Double) -> Double
  ) -> [(Int, Double)] {
    let spread = factor < 1 ? 1 / factor : 1, middle = (Double(target) + 0.5) / factor
    var list: [(Int, Double)] = []
    for index in Int(middle - reach * spread) - 2...Int(middle + reach * spread) + 2 {
      let distance = (Double(index) + 0.5 - middle) / spread
      if abs(distance) >= reach { continue }
      list.append((min(max(index, low), high - 1), kernel(distance)))
    }
    let begin = max(Double(target), Double(low) * factor)
    let end = min(Double(target) + 1, Double(high) * factor)
    let total = list.reduce(0) { $0 + $1.1 }
    return list.map { ($0.0, $0.1 * (end - begin) / total) }
  }

  private func scaled(
    _ input: SamplePicture, _ x: Int, _ y: Int, _ factors: Place, reach: Double,
    _ kernel: (Double) -> Double
  ) -> SIMD4<Double> {
    let region = input.region
    let columns = weights(x, region.minX, region.maxX, factors.x, reach: reach, kernel)
    let rows = weights(y, region.minY, region.maxY, factors.y, reach: reach, kernel)
    var sum = SIMD4<Double>()
    for (row, tall) in rows {
      for (column, wide) in columns { sum += input[column, row] * (wide * tall) }
    }
    return sum
  }

  @Test(arguments: [(0.37, 1.3), (2.3, 0.8), (1, 0.5), (0.5, 1)])
  func `Lanczos scaling follows its formula`(scale: Double, aspect: Double) throws {
    try compare(
      { input in
        var filter = LanczosScaleTransform()
        (filter.image, filter.scale, filter.aspectRatio) = (input.picture, scale, aspect)
        return filter
      },
      with: { input, x, y in
        scaled(input, x, y, Place(scale * aspect, scale), reach: 3) { sinc($0) * sinc($0 / 3) }
      })
  }

  @Test(arguments: [(0.0, 0.75), (1.0 / 3, 1.0 / 3), (1, 0)])
  func `Bicubic scaling follows its formula`(b: Double, c: Double) throws {
    for scale in [0.6, 1.7] {
      try compare(
        { input in
          var filter = BicubicScaleTransform()
          (filter.image, filter.scale, filter.aspectRatio) = (input.picture, scale, 1.1)
          (filter.parameterB, filter.parameterC) = (b, c)
          return filter
        },
        with: { input, x, y in
          scaled(input, x, y, Place(scale * 1.1, scale), reach: 2) { distance in
            let t = abs(distance), cube = t * t * t, square = t * t
            return t < 1
              ? ((12 - 9 * b - 6 * c) * cube + (6 * c + 12 * b - 18) * square + (6 - 2 * b)) / 6
              : (-b - 6 * c) / 6 * cube + (6 * b + 30 * c) / 6 * square
                + (-12 * b - 48 * c) / 6 * t + (8 * b + 24 * c) / 6
          }
        })
    }
  }

  @Test func `A frame that is scaled to whole pixels stays opaque`() throws {
    var random = SplitMix64(state: 5)
    let input = try SamplePicture(width: 64, height: 36, isOpaque: true, using: &random)
    var filter = LanczosScaleTransform()
    (filter.image, filter.scale) = (input.picture, 0.25)
    let output = try #require(filter.output)
    #expect(output.extent == Region(width: 16, height: 9))
    #expect(output.pixels(of: output.extent).allSatisfy { abs($0.w - 1) < 1e-5 })
  }

  private let quad = [
    Place(-10.3, 104.1), Place(141.7, 80.2), Place(150.4, -12.6), Place(-5.2, -33.3),
  ]

  @Test func `Perspective maps corners onto corners`() throws {
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = PerspectiveTransform()
        filter.image = input.picture
        (filter.topLeft, filter.topRight) = (quad[0], quad[1])
        (filter.bottomRight, filter.bottomLeft) = (quad[2], quad[3])
        return filter
      },
      with: { input, x, y in
        SolvedProjection(quad, to: input.region.corners).sample(input, input.region, centre(x, y))
      })
  }

  @Test func `Perspective with an extent maps a part`() throws {
    func part(_ region: Region) -> Region {
      Region(minX: region.minX, minY: region.minY, maxX: region.maxX, maxY: region.minY + 1)
    }
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = PerspectiveTransformWithExtent()
        let part = part(input.region)
        filter.image = input.picture
        filter.extent = Rectangle(
          x: Double(part.minX), y: Double(part.minY), width: Double(part.width), height: 1)
        (filter.topLeft, filter.topRight) = (quad[0], quad[1])
        (filter.bottomRight, filter.bottomLeft) = (quad[2], quad[3])
        return filter
      },
      with: { input, x, y in
        let part = part(input.region)
        return SolvedProjection(quad, to: part.corners).sample(input, part, centre(x, y))
      })
  }

  @Test func `Perspective correction maps corners onto a rectangle`() throws {
    /// Four places within a picture.
    func inner(_ region: Region) -> [Place] {
      let size = Place(Double(region.width), Double(region.height)), low = region.corners[3]
      return [
        low + size * Place(0.21, 0.83), low + size * Place(0.72, 0.91),
        low + size * Place(0.88, 0.13), low + size * Place(0.07, 0.22),
      ]
    }
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = PerspectiveCorrection()
        let corners = inner(input.region)
        filter.image = input.picture
        (filter.topLeft, filter.topRight) = (corners[0], corners[1])
        (filter.bottomRight, filter.bottomLeft) = (corners[2], corners[3])
        return filter
      },
      with: { input, x, y in
        let corners = inner(input.region)
        let wide = max(length(corners[1] - corners[0]), length(corners[2] - corners[3]))
        let tall = max(length(corners[0] - corners[3]), length(corners[1] - corners[2]))
        let result = Region(
          width: max(1, Int(wide.rounded())), height: max(1, Int(tall.rounded())))
        let xs = corners.map(\.x), ys = corners.map(\.y)
        let part = input.region.intersection(
          Region(
            minX: Int(floor(xs.min() ?? 0)) - 1, minY: Int(floor(ys.min() ?? 0)) - 1,
            maxX: Int(ceil(xs.max() ?? 0)) + 1, maxY: Int(ceil(ys.max() ?? 0)) + 1))
        return SolvedProjection(result.corners, to: corners).sample(input, part, centre(x, y))
      })
  }

  @Test func `A small projection is the mean of its pixels`() throws {
    var pixels: [SIMD4<Float>] = []
    for y in 0..<64 {
      for x in 0..<64 { pixels.append(SIMD4(repeating: (x + y) % 2 == 0 ? 1 : 0)) }
    }
    let input = try SamplePicture(Region(width: 64, height: 64), pixels)
    var filter = PerspectiveTransform()
    filter.image = input.picture
    (filter.topLeft, filter.topRight) = (Place(1, 8), Place(7, 8))
    (filter.bottomRight, filter.bottomLeft) = (Place(8, 0), Place(0, 0))
    let output = try #require(filter.output)
    let inner = output.pixels(of: Region(x: 2, y: 2, width: 4, height: 4))
    #expect(inner.allSatisfy { abs($0.x - 0.5) < 0.1 })
  }

  @Test(arguments: [0.3, -1.9])
  func `Straightened pictures fill their frame`(angle: Double) throws {
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = StraightenFilter()
        (filter.image, filter.angle) = (input.picture, angle)
        return filter
      },
      with: { input, x, y in
        let corners = input.region.corners, middle = (corners[0] + corners[2]) / 2
        let half = corners[1] - middle
        // The least factor for which all corners come from within the picture.
        var factor = 0.0
        for corner in corners {
          let source = polar(Place(), length(corner - middle), heading(corner - middle) - angle)
          factor = max(factor, abs(source.x) / half.x, abs(source.y) / half.y)
        }
        let offset = centre(x, y) - middle
        return input.clampedLinear(
          polar(middle, length(offset) / factor, heading(offset) - angle))
      })
  }

  private let transform = TransformMatrix(a: 1.3, b: 0.4, c: -0.5, d: 1.1, tx: 3.3, ty: -7.7)

  @Test func `Clamped pictures repeat their edges`() throws {
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = AffineClamp()
        (filter.image, filter.transform) = (input.picture, transform)
        return filter
      },
      with: { input, x, y in input.clampedLinear(source(centre(x, y))) })
  }

  @Test func `Tiled pictures repeat themselves`() throws {
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = AffineTile()
        (filter.image, filter.transform) = (input.picture, transform)
        return filter
      },
      with: { input, x, y in input.repeatedLinear(source(centre(x, y))) })
    try compare(
      tolerance: 2e-3,
      { input in
        var filter = PerspectiveTile()
        filter.image = input.picture
        (filter.topLeft, filter.topRight) = (quad[0], quad[1])
        (filter.bottomRight, filter.bottomLeft) = (quad[2], quad[3])
        return filter
      },
      with: { input, x, y in
        input.repeatedLinear(SolvedProjection(quad, to: input.region.corners)(centre(x, y)))
      })
  }

  /// Where the transform comes from, by Cramer's rule.
  private func source(_ place: Place) -> Place {
    let t = transform, x = place.x - t.tx, y = place.y - t.ty
    let area = t.a * t.d - t.b * t.c
    return Place((x * t.d - y * t.c) / area, (t.a * y - t.b * x) / area)
  }
}
