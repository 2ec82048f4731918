import CutawayImaging
import Glibc
import Testing

/// Blurs and morphology against sums over all pixels of a neighbourhood.
@Suite struct BlurFilterTests {
  /// The mean of pixels with weights.
  private func mean(
    _ input: SamplePicture, _ x: Int, _ y: Int, reach: Int, _ weight: (Int, Int) -> Double
  ) -> SIMD4<Double> {
    var sum = SIMD4<Double>(), total = 0.0
    for up in -reach...reach {
      for right in -reach...reach {
        let weight = weight(right, up)
        sum += input[x + right, y + up] * weight
        total += weight
      }
    }
    return sum / total
  }

  @Test(arguments: [1, 2.25, 7, 31.5]) func `A box blur is the mean of a square`(
    radius: Double
  ) throws {
    func weight(_ distance: Int) -> Double { min(max(radius + 1 - Double(abs(distance)), 0), 1) }
    try compare(
      { input in
        var filter = BoxBlur()
        (filter.image, filter.radius) = (input.picture, radius)
        return filter
      },
      with: { input, x, y in
        mean(input, x, y, reach: Int(radius) + 1) { weight($0) * weight($1) }
      })
  }

  @Test(arguments: [0.8, 3, 8.4, 20]) func `A disc blur is the mean of a disc`(
    radius: Double
  ) throws {
    try compare(
      { input in
        var filter = DiscBlur()
        (filter.image, filter.radius) = (input.picture, radius)
        return filter
      },
      with: { input, x, y in
        mean(input, x, y, reach: Int(radius) + 1) {
          min(max(radius + 0.5 - hypot(Double($0), Double($1)), 0), 1)
        }
      })
  }

  @Test func `A wide disc blur is the mean of a disc, too`() throws {
    var random = SplitMix64(state: 5)
    let input = try SamplePicture(width: 160, height: 150, isOpaque: true, using: &random)
    var filter = DiscBlur()
    (filter.image, filter.radius) = (input.picture, 60)
    let output = try #require(filter.output)
    #expect(output.extent.contains(input.region.outset(by: 60)))
    for (x, y) in [(80, 75), (3, 140), (159, 0), (-40, 70)] {
      let pixel = output.pixels(of: Region(x: x, y: y, width: 1, height: 1))[0]
      let wanted = mean(input, x, y, reach: 61) {
        min(max(60.5 - hypot(Double($0), Double($1)), 0), 1)
      }
      for lane in 0..<4 { #expect(abs(Double(pixel[lane]) - wanted[lane]) < 4e-3) }
    }
  }

  @Test(arguments: [
    SIMD2(0.0, 3.5), SIMD2(.pi / 2, 4), SIMD2(0.6, 6.25), SIMD2(-2.2, 9.5), SIMD2(2.5, 0.4),
  ])
  func `A motion blur is the mean of a line`(setting: SIMD2<Double>) throws {
    let (angle, radius) = (setting.x, setting.y)
    try compare(
      { input in
        var filter = MotionBlur()
        (filter.image, filter.angle, filter.radius) = (input.picture, angle, radius)
        return filter
      },
      with: { input, x, y in
        let (right, up) = (cos(angle), sin(angle)), longer = max(abs(right), abs(up))
        let reach = radius * longer, center = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        var sum = SIMD4<Double>(), total = 0.0
        for step in -20...20 {
          let weight = min(max(reach + 1 - Double(abs(step)), 0), 1)
          if weight == 0 { continue }
          sum += input.linear(center + SIMD2(right, up) * Double(step) / longer) * weight
          total += weight
        }
        return sum / total
      })
  }

  @Test func `A long motion blur is the mean of a line, too`() throws {
    let region = Region(width: 200, height: 160)
    let pixels = (0..<200 * 160).map { index -> SIMD4<Float> in
      let value = sinf(Float(index % 200) / 9) * cosf(Float(index / 200) / 6) + 1
      return SIMD4(value, value, value, 1)
    }
    let input = try SamplePicture(region, pixels)
    for (angle, radius) in [(0.0, 60.0), (1.1, 47.5), (-0.7, 33.3)] {
      var filter = MotionBlur()
      (filter.image, filter.angle, filter.radius) = (input.picture, angle, radius)
      let output = try #require(filter.output)
      for (x, y) in [(100, 80), (20, 150), (190, 3)] {
        let pixel = output.pixels(of: Region(x: x, y: y, width: 1, height: 1))[0]
        var sum = SIMD4<Double>()
        for step in -1000...1000 {
          let way = SIMD2(cos(angle), sin(angle)) * radius * Double(step) / 1000
          sum += input.linear(SIMD2(Double(x), Double(y)) + 0.5 + way)
        }
        for lane in 0..<4 { #expect(abs(sum[lane] / 2001 - Double(pixel[lane])) < 0.02) }
      }
    }
  }

  /// The greatest or smallest components of pixels for which a condition holds.
  private func extreme(
    _ join: (Double, Double) -> Double, reach: SIMD2<Int>, _ isPart: (Int, Int) -> Bool,
    _ pixel: (Int, Int) -> SIMD4<Double>
  ) -> SIMD4<Double> {
    var result: SIMD4<Double>?
    for up in -reach.y...reach.y {
      for right in -reach.x...reach.x where isPart(right, up) {
        let value = pixel(right, up)
        let old = result ?? value
        result = SIMD4(
          join(old.x, value.x), join(old.y, value.y), join(old.z, value.z), join(old.w, value.w))
      }
    }
    return result ?? SIMD4()
  }

  @Test(arguments: [1, 2.5, 5, 13]) func `Morphology joins discs`(radius: Double) throws {
    func isPart(_ right: Int, _ up: Int) -> Bool {
      Double(right * right + up * up) <= radius * radius
    }
    let reach = SIMD2(repeating: Int(radius))
    try compare(
      { input in
        var filter = MorphologyMaximum()
        (filter.image, filter.radius) = (input.picture, radius)
        return filter
      },
      with: { input, x, y in
        extreme(max, reach: reach, isPart) { input[x + $0, y + $1] }
      })
    try compare(
      { input in
        var filter = MorphologyMinimum()
        (filter.image, filter.radius) = (input.picture, radius)
        return filter
      },
      with: { input, x, y in
        extreme(min, reach: reach, isPart) { input[x + $0, y + $1] }
      })
    try compare(
      { input in
        var filter = MorphologyGradient()
        (filter.image, filter.radius) = (input.picture, radius)
        return filter
      },
      with: { input, x, y in
        let most = extreme(max, reach: reach, isPart) { input.clamped(x + $0, y + $1) }
        let least = extreme(min, reach: reach, isPart) { input.clamped(x + $0, y + $1) }
        return SIMD4(most.x - least.x, most.y - least.y, most.z - least.z, most.w)
      })
  }

  @Test(arguments: [SIMD2(5.0, 5), SIMD2(1, 9), SIMD2(14, 3), SIMD2(41, 30)])
  func `Morphology joins rectangles of odd sides`(size: SIMD2<Double>) throws {
    let (width, height) = (size.x, size.y)
    let reach = SIMD2(Int(width) / 2, Int(height) / 2)
    try compare(
      { input in
        var filter = MorphologyRectangleMaximum()
        (filter.image, filter.width, filter.height) = (input.picture, width, height)
        return filter
      },
      with: { input, x, y in
        extreme(max, reach: reach, { _, _ in true }) { input[x + $0, y + $1] }
      })
    try compare(
      { input in
        var filter = MorphologyRectangleMinimum()
        (filter.image, filter.width, filter.height) = (input.picture, width, height)
        return filter
      },
      with: { input, x, y in
        extreme(min, reach: reach, { _, _ in true }) { input[x + $0, y + $1] }
      })
  }

  @Test func `A bokeh blur makes discs with rings`() throws {
    var numbers = [SIMD4<Float>](repeating: SIMD4(0, 0, 0, 1), count: 61 * 61)
    numbers[30 * 61 + 30] = SIMD4(1000, 1000, 1000, 1)
    let input = try SamplePicture(Region(width: 61, height: 61), numbers)
    var filter = BokehBlur()
    (filter.image, filter.radius, filter.ringAmount) = (input.picture, 20, 1)
    (filter.ringSize, filter.softness) = (0.2, 0)
    let pixels = try #require(filter.output).pixels(of: input.region)
    let middle = pixels[30 * 61 + 30].x, ring = pixels[30 * 61 + 48].x
    #expect(abs(ring / middle - 5) < 0.01)
    #expect(pixels[30 * 61 + 55].x == 0)
    let total = pixels.reduce(0) { $0 + $1.x }
    #expect(abs(total - 1000) < 1)
  }
}
