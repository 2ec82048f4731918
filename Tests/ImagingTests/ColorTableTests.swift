import CutawayImaging
import Glibc
import Testing

/// Filters with curves and tables against their formulas.
@Suite struct ColorTableTests {
  @Test func `A tone curve through the diagonal changes nothing`() throws {
    try compareColors({ picture in made(ToneCurve()) { $0.image = picture } }, { $0 })
    try compareColors(
      { picture in
        made(ToneCurve()) { ($0.image, $0.extrapolate) = (picture, true) }
      }, { $0 })
    let bright = SIMD4<Float>(2, 0.5, -0.5, 1)
    let kept = try result(
      of: { picture in made(ToneCurve()) { ($0.image, $0.extrapolate) = (picture, true) } },
      for: bright)
    // Negative light counts as that of the other sign, mirrored.
    #expect(abs(kept.x - 2) < 1e-4 && abs(kept.y - 0.5) < 1e-4 && abs(kept.z + 0.5) < 1e-4)
    let cut = try result(
      of: { picture in made(ToneCurve()) { $0.image = picture } }, for: bright)
    #expect(abs(cut.x - 1) < 1e-6 && cut.z == 0)
  }

  /// A natural cubic spline, from the linear system for its slopes at the points.
  private func spline(_ x: [Double], _ y: [Double]) -> (Double) -> Double {
    // Unknown slopes m: second derivatives are continuous, and 0 at the ends (Gauss-Seidel).
    var m = [Double](repeating: 0, count: x.count)
    let last = x.count - 1
    func rise(_ i: Int) -> Double { (y[i + 1] - y[i]) / (x[i + 1] - x[i]) }
    for _ in 0..<500 {
      m[0] = (3 * rise(0) - m[1]) / 2
      for i in 1..<last {
        let a = 1 / (x[i] - x[i - 1]), b = 1 / (x[i + 1] - x[i])
        m[i] = (3 * (a * rise(i - 1) + b * rise(i)) - a * m[i - 1] - b * m[i + 1]) / (2 * (a + b))
      }
      m[last] = (3 * rise(last - 1) - m[last - 1]) / 2
    }
    return { place in
      var i = 0
      while i < last - 1, place > x[i + 1] { i += 1 }
      let h = x[i + 1] - x[i], t = (place - x[i]) / h, u = 1 - t
      // Hermite's form.
      return y[i] * (1 + 2 * t) * u * u + y[i + 1] * t * t * (3 - 2 * t)
        + h * t * u * (m[i] * u - m[i + 1] * t)
    }
  }

  @Test func `A tone curve is a spline of square roots`() throws {
    let x = [0, 0.2, 0.5, 0.8, 1], y = [0.05, 0.1, 0.6, 0.85, 0.95]
    let curve = spline(x, y)
    try compareColors(
      { picture in
        made(ToneCurve()) {
          $0.image = picture
          // The order of the points doesn't matter.
          ($0.point0, $0.point1, $0.point2) = (
            SIMD2(x[0], y[0]), SIMD2(x[3], y[3]), SIMD2(x[2], y[2])
          )
          ($0.point3, $0.point4) = (SIMD2(x[1], y[1]), SIMD2(x[4], y[4]))
        }
      },
      { c in eachComponent(c) { pow(curve($0.squareRoot()), 2) } })
  }

  @Test func `Points at the same place give a curve, too`() throws {
    let filter = made(ToneCurve()) {
      ($0.point0, $0.point1, $0.point2) = (SIMD2(0.5, 0), SIMD2(0.5, 1), SIMD2(0.5, 0.25))
      ($0.point3, $0.point4) = (SIMD2(.nan, 0), SIMD2(0.5, 0.5))
    }
    let pixel = try result(
      of: { picture in made(filter) { $0.image = picture } }, for: [1, 0, 0.3, 1])
    #expect(pixel == SIMD4(0.25, 0.25, 0.25, 1))
  }

  @Test func `The same white points change nothing`() throws {
    try compareColors({ picture in made(TemperatureAndTint()) { $0.image = picture } }, { $0 })
  }

  @Test func `White points are adapted`() throws {
    // From D65 to A by chromaticities: white becomes the colour of A, whose light in BT.709 follows
    // from its chromaticities by the inverse of the matrix of sRGB.
    let white = try result(
      of: { picture in
        made(TemperatureAndTint()) {
          ($0.image, $0.neutral) = (picture, SIMD2(0.3127, 0.3290))
          $0.targetNeutral = SIMD2(0.44757, 0.40745)
        }
      }, for: SIMD4(1, 1, 1, 1))
    let (x, z) = (0.44757 / 0.40745, (1 - 0.44757 - 0.40745) / 0.40745)
    let wanted = SIMD3(
      3.2404542 * x - 1.5371385 - 0.4985314 * z, -0.9692660 * x + 1.8760108 + 0.0415560 * z,
      0.0556434 * x - 0.2040259 + 1.0572252 * z)
    for lane in 0..<3 { #expect(abs(Double(white[lane]) - wanted[lane]) < 1e-3) }
    // From a hotter white to a cooler one, pictures become redder; greener tints make greener ones.
    func adapted(_ neutral: SIMD2<Double>, _ target: SIMD2<Double>) throws -> SIMD4<Float> {
      try result(
        of: { picture in
          made(TemperatureAndTint()) {
            ($0.image, $0.neutral, $0.targetNeutral) = (picture, neutral, target)
          }
        }, for: SIMD4(0.5, 0.5, 0.5, 1))
    }
    let warm = try adapted(SIMD2(6500, 0), SIMD2(4000, 0))
    #expect(warm.x > 0.55 && warm.z < 0.4)
    let cool = try adapted(SIMD2(6500, 0), SIMD2(9000, 0))
    #expect(cool.x < 0.49 && cool.z > 0.55)
    let green = try adapted(SIMD2(6500, 0), SIMD2(6500, 50))
    #expect(green.y > 0.5 && green.x < 0.5 && green.z < 0.5)
    // The colour of 2856 K on the Planckian locus is A.
    let lamp = try adapted(SIMD2(0.44757, 0.40745), SIMD2(2856, 0))
    for lane in 0..<3 { #expect(abs(lamp[lane] - 0.5) < 0.01) }
  }

  @Test func `Shadows and highlights follow their formula`() throws {
    for (shadow, highlight) in [(0.6, 1.0), (-1, 0.5), (0, 1)] {
      try compareColors(
        { picture in
          made(HighlightShadowAdjust()) {
            ($0.image, $0.shadowAmount, $0.highlightAmount) = (picture, shadow, highlight)
          }
        },
        { c in
          let p = lightness(c).squareRoot()
          if p == 0 { return c }
          let s = shadow > 0 ? 2 * shadow : 0.9 * shadow
          let changed = p + s * p * pow(1 - p, 3) - 2 * (1 - highlight) * pow(p, 3) * (1 - p)
          return eachComponent(c) { $0 * pow(changed / p, 2) }
        })
    }
  }

  @Test func `Shadows of a level picture don't depend on the radius`() throws {
    let region = Region(x: 3, y: -2, width: 20, height: 11)
    let level = [SIMD4<Float>](repeating: SIMD4(0.1, 0.05, 0.02, 1), count: 220)
    let sample = try SamplePicture(region, level)
    var filter = HighlightShadowAdjust()
    (filter.image, filter.shadowAmount) = (sample.picture, 0.7)
    let sharp = try #require(filter.output?.pixels(of: region))
    filter.radius = 8
    let output = try #require(filter.output)
    #expect(output.extent == region)
    for (pixel, wanted) in zip(output.pixels(of: region), sharp) {
      #expect(abs(pixel.x - wanted.x) < 1e-3 && pixel.w > 0.999)
    }
  }

  /// The bytes of little-endian numbers.
  private func bytes(_ numbers: [SIMD4<Float>]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<4).flatMap { lane in
        (0..<4).map { UInt8(truncatingIfNeeded: number[lane].bitPattern >> (8 * UInt32($0))) }
      }
    }
  }

  /// A table of random colours, multiplied by alpha.
  private func table(_ size: Int, isOpaque: Bool) -> [SIMD4<Float>] {
    var random = SplitMix64(state: 9)
    return (0..<size * size * size).map { _ in
      let alpha = isOpaque ? 1 : Float.random(in: 0.3...1, using: &random)
      return SIMD4(SIMD3<Float>.random(in: 0...1, using: &random) * alpha, alpha)
    }
  }

  /// Interpolation with the product of the distances along the axes.
  private func trilinear(
    _ samples: [SIMD4<Float>], _ size: Int, _ color: SIMD3<Double>
  ) -> SIMD4<Double> {
    var sum = SIMD4<Double>()
    for b in 0..<size {
      for g in 0..<size {
        for r in 0..<size {
          let distance = color * Double(size - 1) - SIMD3(Double(r), Double(g), Double(b))
          let weights = (0..<3).map { max(0, 1 - abs(distance[$0])) }
          sum +=
            SIMD4<Double>(samples[(b * size + g) * size + r])
            * (weights[0] * weights[1] * weights[2])
        }
      }
    }
    return sum
  }

  @Test(arguments: [(2, true), (5, false)]) func `A cube is interpolated linearly along each axis`(
    size: Int, isOpaque: Bool
  ) throws {
    let samples = table(size, isOpaque: isOpaque), data = bytes(samples)
    try compare(
      { input in
        made(ColorCubeFilter()) {
          ($0.image, $0.cubeDimension, $0.cubeData) = (input.picture, Double(size), data)
        }
      },
      with: { input, x, y in
        let c = input.straight(x, y)
        return trilinear(samples, size, SIMD3(c.x, c.y, c.z)) * c.w
      })
  }

  @Test func `A cube in sRGB is looked up by encoded numbers`() throws {
    let samples = table(4, isOpaque: true), data = bytes(samples)
    func encoded(_ light: Double) -> Double {
      light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
    func light(_ number: Double) -> Double {
      number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
    }
    try compareColors(
      { picture in
        made(ColorCubeWithColorSpace()) {
          ($0.image, $0.cubeDimension, $0.cubeData) = (picture, 4, data)
          $0.colorSpace = .sRGB
        }
      },
      { c in
        let found = trilinear(samples, 4, SIMD3(encoded(c.x), encoded(c.y), encoded(c.z)))
        return c.w == 0 ? c : eachComponent(SIMD4(found.x, found.y, found.z, c.w), light)
      })
  }

  @Test func `Cubes extrapolate, or cut off`() throws {
    // Doubled greens in a cube of two samples.
    let samples = (0..<8).map {
      SIMD4<Float>(Float($0 & 1), Float($0 >> 1 & 1) * 0.5, Float($0 >> 2), 1)
    }
    let filter = made(ColorCubeFilter()) { $0.cubeData = bytes(samples) }
    let bright = SIMD4<Float>(2, 1.5, -1, 1)
    let cut = try result(of: { picture in made(filter) { $0.image = picture } }, for: bright)
    #expect(cut == SIMD4(1, 0.5, 0, 1))
    let more = try result(
      of: { picture in made(filter) { ($0.image, $0.extrapolate) = (picture, true) } }, for: bright)
    #expect(more == SIMD4(2, 1, -1, 1))
  }

  @Test func `A cube of other data gives no picture`() throws {
    let sample = try SamplePicture(Region(width: 1, height: 1), [SIMD4(0.1, 0.2, 0.3, 1)])
    var filter = ColorCubeFilter()
    filter.image = sample.picture
    #expect(filter.output?.pixels(of: sample.region) == sample.pixels)
    filter.cubeData = [1, 2, 3]
    #expect(filter.output == nil)
    filter.cubeData = [UInt8](repeating: 0, count: 128)
    #expect(filter.output != nil)
    for size in [0, 1, 2.5, 129, -3, .nan, .infinity] {
      filter.cubeDimension = size
      #expect(filter.output == nil)
    }
  }

  @Test func `A colour map is read at the components`() throws {
    let gradient = try SamplePicture(
      Region(x: 5, y: 7, width: 3, height: 1),
      [SIMD4(0, 1, 0.2, 1), SIMD4(0.5, 0.2, 0.4, 1), SIMD4(1, 0, 0.9, 1)])
    func value(_ number: Double, _ lane: Int) -> Double {
      let stops = gradient.pixels.map { Double($0[lane]) }
      return number < 0.5
        ? stops[0] + (stops[1] - stops[0]) * number * 2
        : stops[1] + (stops[2] - stops[1]) * (number * 2 - 1)
    }
    try compareColors(
      { picture in
        made(ColorMap()) { ($0.image, $0.gradientImage) = (picture, gradient.picture) }
      },
      { c in SIMD4(value(c.x, 0), value(c.y, 1), value(c.z, 2), c.w) })
  }

  @Test func `Each table is used with its own data`() throws {
    // The red of the sample for white differs; white must become it.
    for round in 0..<3 {
      for red: Float in [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] {
        var numbers = [Float](repeating: 1, count: 27 * 4)
        numbers[26 * 4] = red + Float(round)
        let bytes = numbers.flatMap { number in
          (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
        }
        let cube = made(ColorCubeFilter()) { ($0.cubeDimension, $0.cubeData) = (3, bytes) }
        let pixel = try result(
          of: { picture in made(cube) { $0.image = picture } }, for: SIMD4(1, 1, 1, 1))
        #expect(abs(pixel.x - red - Float(round)) < 1e-6 && pixel.y == 1)
      }
    }
    // The same bytes as a table of another size.
    let bytes = [UInt8](repeating: 0, count: 27 * 16)
    for (size, isTable) in [(3.0, true), (2, true), (4, false), (3, true)] {
      let cube = made(ColorCubeFilter()) {
        ($0.cubeDimension, $0.cubeData, $0.image) = (size, bytes, Picture.color(.white))
      }
      #expect((cube.output != nil) == isTable)
    }
  }
}
