import CutawayImaging
import Glibc
import Testing

/// Filters of single colours against their formulas.
@Suite struct ColorFormulaTests {
  @Test func `Vibrance changes muted colours most, and skin less`() throws {
    for amount in [0.8, -1] {
      try compareColors(
        { picture in made(Vibrance()) { ($0.image, $0.amount) = (picture, amount) } },
        { c in
          let high = [c.x, c.y, c.z].max() ?? 0, low = [c.x, c.y, c.z].min() ?? 0
          if high == 0 { return c }
          let saturation = (high - low) / high
          // The hue in sixths of a turn: 0 is red, 1 is yellow.
          var skin = 0.0
          if c.x == high, c.z == low, high > low {
            skin = max(0, 1 - 3 * abs((c.y - low) / (high - low) - 1.0 / 3))
          }
          let gain = 1 + amount * (1 - saturation) * (1 - skin / 2)
          return eachComponent(c) { lightness(c) + ($0 - lightness(c)) * gain }
        })
    }
    // A grey has no colour that could become stronger.
    let grey = try result(
      of: { picture in made(Vibrance()) { ($0.image, $0.amount) = (picture, 1) } },
      for: SIMD4(0.3, 0.3, 0.3, 1))
    #expect(abs(grey.x - 0.3) < 1e-6 && abs(grey.z - 0.3) < 1e-6)
  }

  @Test func `A hue turns around the grey axis`() throws {
    try compareColors(
      { picture in made(HueAdjust()) { ($0.image, $0.angle) = (picture, 0.7) } },
      { c in
        // v cos + (k × v) sin + k (k · v) (1 − cos)
        let k = 1 / 3.0.squareRoot(), dot = k * (c.x + c.y + c.z)
        func part(_ own: Double, _ cross: Double) -> Double {
          own * cos(0.7) + k * cross * sin(0.7) + k * dot * (1 - cos(0.7))
        }
        return SIMD4(part(c.x, c.z - c.y), part(c.y, c.x - c.z), part(c.z, c.y - c.x), c.w)
      })
    let green = try result(
      of: { picture in made(HueAdjust()) { ($0.image, $0.angle) = (picture, 2 * .pi / 3) } },
      for: SIMD4(1, 0, 0, 1))
    #expect(abs(green.x) < 1e-6 && abs(green.y - 1) < 1e-6 && abs(green.z) < 1e-6)
  }

  @Test(arguments: [0.25, 0.75, 2.2, 4]) func `Gamma is a power`(power: Double) throws {
    try compareColors(
      { picture in made(GammaAdjust()) { ($0.image, $0.power) = (picture, power) } },
      { c in eachComponent(c) { pow($0, power) } })
  }

  @Test func `Gamma keeps signs, and light above 1`() throws {
    let pixel = try result(
      of: { picture in made(GammaAdjust()) { ($0.image, $0.power) = (picture, 2) } },
      for: SIMD4(-0.5, 3, 0, 1))
    #expect(abs(pixel.x + 0.25) < 1e-5 && abs(pixel.y - 9) < 1e-4 && pixel.z == 0)
  }

  @Test func `White becomes the white point`() throws {
    try compareColors(
      { picture in
        made(WhitePointAdjust()) {
          ($0.image, $0.color) = (picture, PictureColor(1, 0.5, 0.2))
        }
      },
      { c in SIMD4(c.x, c.y * light(0.5), c.z * light(0.2), c.w) })
  }

  @Test func `Inverted colours are 1 less colours`() throws {
    try compareColors(
      { picture in made(ColorInvert()) { $0.image = picture } },
      { c in eachComponent(c) { 1 - $0 } })
  }

  @Test(arguments: [2.0, 3, 6, 30]) func `Posterized components are one of the levels`(
    levels: Double
  ) throws {
    try compareColors(
      { picture in made(ColorPosterize()) { ($0.image, $0.levels) = (picture, levels) } },
      { c in eachComponent(c) { ($0 * (levels - 1)).rounded() / (levels - 1) } })
  }

  @Test func `A monochrome picture has shades of its colour`() throws {
    try compareColors(
      { picture in
        made(ColorMonochrome()) { ($0.image, $0.intensity) = (picture, 0.7) }
      },
      { c in
        func part(_ own: Double, _ tint: Double) -> Double {
          own * 0.3 + lightness(c) * light(tint) * 0.7
        }
        return SIMD4(part(c.x, 0.6), part(c.y, 0.45), part(c.z, 0.3), c.w)
      })
  }

  @Test func `Colours are limited, and alpha`() throws {
    try compareColors(
      { picture in
        made(ColorClamp()) {
          ($0.image, $0.minComponents) = (picture, [0.2, 0, 0.1, 0.3])
          $0.maxComponents = [0.6, 0.5, 1, 0.8]
        }
      },
      { c in
        SIMD4(
          min(max(c.x, 0.2), 0.6), min(c.y, 0.5), max(c.z, 0.1), min(max(c.w, 0.3), 0.8))
      })
  }

  @Test func `Polynomials of components`() throws {
    try compareColors(
      { picture in
        made(ColorPolynomial()) {
          ($0.image, $0.redCoefficients) = (picture, [0.1, 0.5, -0.3, 0.2])
          ($0.greenCoefficients, $0.blueCoefficients) = ([0, 0, 1, 0], [1, -1])
          $0.alphaCoefficients = [0.1, 0, 0, 0.5]
        }
      },
      { c in
        SIMD4(
          0.1 + 0.5 * c.x - 0.3 * c.x * c.x + 0.2 * c.x * c.x * c.x, c.y * c.y, 1 - c.z,
          0.1 + 0.5 * c.w * c.w * c.w)
      })
  }

  @Test func `Polynomials of all components`() throws {
    let k = [0.3, -0.2, 0.5, 0.7, 0.11, -0.4, 0.23, 0.31, -0.17, 0.05]
    try compareColors(
      { picture in
        made(ColorCrossPolynomial()) {
          ($0.image, $0.redCoefficients, $0.greenCoefficients) = (picture, k, k.reversed())
        }
      },
      { c in
        let terms = [
          c.x, c.y, c.z, c.x * c.x, c.y * c.y, c.z * c.z, c.x * c.y, c.y * c.z, c.z * c.x, 1,
        ]
        func sum(_ k: [Double]) -> Double { zip(terms, k).reduce(0) { $0 + $1.0 * $1.1 } }
        // Transparent pixels have no colour.
        return c.w == 0 ? c : SIMD4(sum(k), sum(k.reversed()), c.z, c.w)
      })
  }

  @Test func `Components above the threshold are 1`() throws {
    try compareColors(
      { picture in made(ColorThreshold()) { ($0.image, $0.threshold) = (picture, 0.4) } },
      { c in eachComponent(c) { $0 > 0.4 ? 1 : 0 } })
    let edge = try result(
      of: { picture in made(ColorThreshold()) { ($0.image, $0.threshold) = (picture, 0.5) } },
      for: SIMD4(0.5, 0.5001, 0.4999, 1))
    #expect(edge == SIMD4(0, 1, 0, 1))
  }

  @Test func `False colours are a ramp of luminance`() throws {
    let first = PictureColor(0.2, 0.4, 1, 0.5), second = PictureColor(1, 0.3, 0)
    try compareColors(
      { picture in
        made(FalseColor()) { ($0.image, $0.color0, $0.color1) = (picture, first, second) }
      },
      { c in
        let part = lightness(c), rest = 1 - part
        func ramp(_ a: Double, _ b: Double) -> Double { light(a) * 0.5 * rest + light(b) * part }
        let alpha = 0.5 * rest + part
        return SIMD4(
          ramp(first.red, second.red) / alpha, ramp(first.green, second.green) / alpha,
          ramp(first.blue, second.blue) / alpha, alpha * c.w)
      })
  }

  @Test func `A mask's brightness becomes alpha`() throws {
    try compareColors(
      { picture in made(MaskToAlpha()) { $0.image = picture } },
      { c in SIMD4(1, 1, 1, lightness(c) * c.w) })
  }

  @Test func `Greys of the greatest and of the least component`() throws {
    try compareColors(
      { picture in made(MaximumComponent()) { $0.image = picture } },
      { c in eachComponent(c) { _ in [c.x, c.y, c.z].max() ?? 0 } })
    try compareColors(
      { picture in made(MinimumComponent()) { $0.image = picture } },
      { c in eachComponent(c) { _ in [c.x, c.y, c.z].min() ?? 0 } })
  }

  /// The light of a number of sRGB (IEC 61966-2-1).
  private func light(_ number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
  }

  @Test func `The curve of sRGB, and its inverse`() throws {
    try compareColors(
      { picture in made(SRGBToneCurveToLinear()) { $0.image = picture } },
      { c in eachComponent(c) { light($0) } })
    try compareColors(
      { picture in made(LinearToSRGBToneCurve()) { $0.image = picture } },
      { c in
        eachComponent(c) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
      })
  }

  @Test func `The difference of two pictures`() throws {
    var other = try SamplePicture(Region(width: 1, height: 1), [SIMD4(1, 1, 1, 1)])
    var random = SplitMix64(state: 5)
    try compare(
      { input in
        if let sample = try? SamplePicture(
          width: input.region.width, height: input.region.height + 2, x: input.region.minX + 1,
          y: input.region.minY, using: &random)
        {
          other = sample
        }
        return made(ColorAbsoluteDifference()) {
          ($0.image, $0.inputImage2) = (input.picture, other.picture)
        }
      },
      with: { input, x, y in
        let a = input.straight(x, y), b = other.straight(x, y), alpha = a.w * b.w
        return SIMD4(
          abs(a.x - b.x) * alpha, abs(a.y - b.y) * alpha, abs(a.z - b.z) * alpha, alpha)
      })
  }

  @Test func `A vignette darkens what lies around a circle`() throws {
    try compare(
      { input in
        made(VignetteEffect()) {
          ($0.image, $0.center, $0.radius) = (input.picture, SIMD2(3, -1), 20)
          ($0.intensity, $0.falloff) = (0.9, 0.6)
        }
      },
      with: { input, x, y in
        let distance = hypot(Double(x) + 0.5 - 3, Double(y) + 0.5 + 1)
        let t = min(max((distance - 8) / 24, 0), 1), gain = 1 - 0.9 * (3 * t * t - 2 * t * t * t)
        return input[x, y] * SIMD4(gain, gain, gain, 1)
      })
  }
}
