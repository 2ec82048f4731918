import CutawayImaging
import CutawayKeyframes
import Glibc
import Testing

/// Generators against their formulas.
@Suite struct GradientFilterTests {
  private let first = PictureColor(0.9, 0.4, 0.1), second = PictureColor(0.2, 0.6, 1, 0.3)

  /// A colour as light, multiplied by alpha.
  private func light(_ color: PictureColor) -> SIMD4<Double> {
    func part(_ value: Double) -> Double {
      (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)) * color.alpha
    }
    return SIMD4(part(color.red), part(color.green), part(color.blue), color.alpha)
  }

  private func compareParts(
    _ filter: some PictureFilter, _ part: (Place) -> Double,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    let (begin, end) = (light(first), light(second))
    try compare(
      tolerance: 1e-3, { _ in filter },
      with: { _, x, y in
        let part = min(max(part(centre(x, y)), 0), 1)
        return begin * (1 - part) + end * part
      }, sourceLocation: location)
  }

  @Test func `Linear gradients lie along a line`() throws {
    func part(_ place: Place) -> Double {
      // The foot of the perpendicular, by the angle between the directions.
      let way = Place(40, -6) - Place(-10, 20), offset = place - Place(-10, 20)
      return length(offset) * cos(heading(offset) - heading(way)) / length(way)
    }
    var linear = LinearGradient()
    (linear.point0, linear.point1) = (Place(-10, 20), Place(40, -6))
    (linear.color0, linear.color1) = (first, second)
    try compareParts(linear, part)
    var smooth = SmoothLinearGradient()
    (smooth.point0, smooth.point1) = (Place(-10, 20), Place(40, -6))
    (smooth.color0, smooth.color1) = (first, second)
    try compareParts(smooth) { place in
      let t = min(max(part(place), 0), 1)
      return 3 * t * t - 2 * t * t * t
    }
  }

  @Test func `Round gradients lie around their centre`() throws {
    var radial = RadialGradient()
    (radial.center, radial.radius0, radial.radius1) = (Place(5, 3), 4, 30)
    (radial.color0, radial.color1) = (first, second)
    try compareParts(radial) { (length($0 - Place(5, 3)) - 4) / 26 }
    (radial.radius0, radial.radius1) = (30, 4)
    try compareParts(radial) { (30 - length($0 - Place(5, 3))) / 26 }
    var gaussian = GaussianGradient()
    (gaussian.center, gaussian.radius) = (Place(5, 3), 40)
    (gaussian.color0, gaussian.color1) = (first, second)
    try compareParts(gaussian) { place in
      let deviation = 40.0 / 3
      return 1 - exp(-pow(length(place - Place(5, 3)), 2) / (2 * deviation * deviation))
    }
  }

  @Test func `Stripes begin at their centre`() throws {
    var stripes = StripesGenerator()
    (stripes.center, stripes.width) = (Place(4, 99), 7)
    (stripes.color0, stripes.color1) = (first, second)
    try compareParts(stripes) { Int(floor(($0.x - 4) / 7)) % 2 == 0 ? 0 : 1 }
  }

  @Test func `Noise is even, independent and repeatable`() throws {
    let output = try #require(RandomGenerator().output)
    let region = Region(x: -60, y: -30, width: 128, height: 128)
    let pixels = output.pixels(of: region), count = Float(pixels.count)
    let mean = pixels.reduce(SIMD4<Float>(), +) / count
    var products = SIMD4<Float>(), neighbours = SIMD4<Float>()
    for (index, pixel) in pixels.enumerated() {
      let (wide, turned) = (pixel - 0.5, SIMD4(pixel.y, pixel.z, pixel.w, pixel.x) - 0.5)
      products += wide * turned / count
      if index > 0 { neighbours += wide * (pixels[index - 1] - 0.5) / count }
    }
    for lane in 0..<4 {
      #expect(abs(mean[lane] - 0.5) < 0.02)
      #expect(abs(products[lane]) < 0.005)
      #expect(abs(neighbours[lane]) < 0.005)
    }
    #expect(pixels.allSatisfy { $0.min() >= 0 && $0.max() <= 1 })
    #expect(output.pixels(of: Region(x: -60, y: -30, width: 128, height: 1)) == pixels[..<128] + [])
  }

  @Test func `Rounded rectangles have the area of their shape`() throws {
    var filter = RoundedRectangleGenerator()
    filter.extent = Rectangle(x: 3.5, y: -2, width: 60, height: 41)
    filter.radius = 12
    let output = try #require(filter.output)
    #expect(output.extent == Region(minX: 3, minY: -2, maxX: 64, maxY: 39))
    let area = output.pixels(of: output.extent).reduce(0) { $0 + Double($1.w) }
    #expect(abs(area - (60 * 41 - (4 - .pi) * 144)) < 1.5)
    filter.smoothness = 1
    let smooth = try #require(filter.output)
    // Superellipses of the exponent 3 fill 0.8833 of their squares.
    let wider = smooth.pixels(of: smooth.extent).reduce(0) { $0 + Double($1.w) }
    #expect(abs(wider - (60 * 41 - 4 * 144 * (1 - 0.8833))) < 2)
  }

  @Test func `Glowing generators are brightest in the middle and end`() throws {
    func opacities(_ filter: some PictureFilter) throws -> [Float] {
      let output = try #require(filter.output)
      return [Place(150, 150), Place(200, 150), Place(150, 900)].map {
        output.pixels(of: Region(x: Int($0.x), y: Int($0.y), width: 1, height: 1))[0].w
      }
    }
    let sun = try opacities(SunbeamsGenerator()), star = try opacities(StarShineGenerator())
    #expect(sun[0] == 1 && sun[1] < 1 && sun[1] > 0 && sun[2] == 0)
    #expect(star[0] > 0.99 && star[1] < 0.5 && star[2] < 0.01)
    let halo = try opacities(LenticularHaloGenerator())
    #expect(halo[0] < halo[1] && halo[1] > 0.2 && halo[2] == 0)
  }
}
