import CutawayImaging
import CutawayKeyframes
import Glibc
import Testing

/// Filters that combine a picture with blurred ones, against their formulas.
@Suite struct StylizeFilterTests {
  /// A picture, blurred with a Gaussian filter.
  private struct Blurred {
    let region: Region
    let pixels: [SIMD4<Float>]

    init(_ picture: Picture, _ sigma: Double, _ region: Region) {
      var filter = GaussianBlurFilter()
      (filter.image, filter.radius) = (picture, sigma)
      self.region = region
      pixels = filter.output?.pixels(of: region) ?? []
    }

    subscript(x: Int, y: Int) -> SIMD4<Double> {
      SIMD4<Double>(pixels[(y - region.minY) * region.width + x - region.minX])
    }
  }

  /// Compares a filter with a function of pixels and of pictures with several standard deviations.
  private func compareBlurs(
    _ sigmas: [Double], isClamped: Bool, reach: Int = 0,
    _ makeFilter: (Picture) -> some PictureFilter,
    _ formula: (SIMD4<Double>, [SIMD4<Double>]) -> SIMD4<Double>,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    var blurs: [Blurred] = []
    try compare(
      tolerance: 1e-3,
      { input in
        blurs = sigmas.map {
          Blurred(
            isClamped ? input.picture.clamped() : input.picture, $0,
            input.region.outset(by: reach))
        }
        let filter = makeFilter(input.picture)
        #expect(
          filter.output?.extent == input.region.outset(by: reach), sourceLocation: location)
        return filter
      },
      with: { input, x, y in formula(input[x, y], blurs.map { $0[x, y] }) },
      sourceLocation: location)
  }

  @Test func `An unsharp mask adds the difference from a blurred picture`() throws {
    try compareBlurs([2.5], isClamped: true) { picture in
      var filter = UnsharpMask()
      (filter.image, filter.intensity) = (picture, 0.8)
      return filter
    } _: { pixel, blurs in
      var result = pixel + (pixel - blurs[0]) * 0.8
      result.w = pixel.w
      return result
    }
  }

  @Test func `Bloom screens a blurred picture over the picture`() throws {
    try compareBlurs([2], isClamped: false, reach: 6) { picture in
      var filter = Bloom()
      (filter.image, filter.radius, filter.intensity) = (picture, 2, 0.7)
      return filter
    } _: { pixel, blurs in
      pixel + blurs[0] * 0.7 - pixel * blurs[0] * 0.7
    }
  }

  @Test func `Gloom darkens what is brighter than its surroundings`() throws {
    try compareBlurs([3], isClamped: true) { picture in
      var filter = Gloom()
      (filter.image, filter.radius, filter.intensity) = (picture, 3, 0.6)
      return filter
    } _: { pixel, blurs in
      func part(_ own: Double, _ blurred: Double) -> Double {
        own > blurred ? own * 0.4 + blurred * 0.6 : own
      }
      return SIMD4(
        part(pixel.x, blurs[0].x), part(pixel.y, blurs[0].y), part(pixel.z, blurs[0].z), pixel.w)
    }
  }

  @Test func `Edge work carves what is brighter than its surroundings`() throws {
    try compareBlurs([1, 4], isClamped: true) { picture in
      var filter = EdgeWork()
      (filter.image, filter.radius) = (picture, 4)
      return filter
    } _: { pixel, blurs in
      let near = luminance(of: blurs[0]), far = luminance(of: blurs[1])
      let light = min(max(16 * (near - far) / (near + far + 0.02) - 1, 0), 1) * pixel.w
      return SIMD4(light, light, light, pixel.w)
    }
  }

  @Test func `A height field is the mean of four hills`() throws {
    try compareBlurs([4, 2, 1, 0.5], isClamped: false) { picture in
      var filter = HeightFieldFromMask()
      (filter.image, filter.radius) = (picture, 8)
      return filter
    } _: { pixel, blurs in
      let hills = blurs.map { max(0, 2 * luminance(of: $0) - 1) }
      let height = hills.reduce(0, +) / 4 * luminance(of: pixel)
      return SIMD4(height, height, height, 1)
    }
  }

  @Test(arguments: [0.0, 0.1, 0.4, 0.8, 1]) func `A mask selects the blur`(level: Double) throws {
    let mask = try SamplePicture(
      Region(minX: -100, minY: -100, maxX: 100, maxY: 100),
      [SIMD4<Float>](
        repeating: SIMD4(Float(level), Float(level), Float(level), 1), count: 200 * 200))
    try compareBlurs([1, 2, 4], isClamped: true) { picture in
      var filter = MaskedVariableBlur()
      (filter.image, filter.mask, filter.radius) = (picture, mask.picture, 4)
      return filter
    } _: { pixel, blurs in
      func mix(_ first: SIMD4<Double>, _ second: SIMD4<Double>, _ part: Double) -> SIMD4<Double> {
        first * (1 - part) + second * part
      }
      if level <= 0.25 { return mix(pixel, blurs[0], level / 0.25) }
      if level <= 0.5 { return mix(blurs[0], blurs[1], (level - 0.25) / 0.25) }
      return mix(blurs[1], blurs[2], (level - 0.5) / 0.5)
    }
  }

  @Test func `Mix interpolates between two pictures`() throws {
    var random = SplitMix64(state: 99)
    let behind = try SamplePicture(width: 40, height: 30, x: -20, y: -5, using: &random)
    try compare(
      { input in
        var filter = Mix()
        (filter.image, filter.backgroundImage) = (input.picture, behind.picture)
        filter.amount = 0.3
        return filter
      },
      with: { input, x, y in input[x, y] * 0.3 + behind[x, y] * 0.7 })
  }

  @Test func `A spotlight follows its formula`() throws {
    let light = SIMD3(10.0, -20, 30), target = SIMD3(5.0, 8, 0)
    func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    let axis = (target - light) / length(target - light)
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = SpotLight()
        (filter.image, filter.brightness, filter.concentration) = (input.picture, 2, 0.2)
        (filter.lightPosition, filter.lightPointsAt) = ([10, -20, 30], [5, 8, 0])
        filter.color = PictureColor(1, 0, 1)
        return filter
      },
      with: { input, x, y in
        let way = SIMD3(Double(x) + 0.5, Double(y) + 0.5, 0) - light, ray = way / length(way)
        let strength = 2 * pow(max(0, (ray * axis).sum()), 5) * ray.z / axis.z
        let pixel = input[x, y]
        return SIMD4(pixel.x * strength, 0, pixel.z * strength, pixel.w)
      })
  }

  @Test func `A shaded material looks up normals in a sphere`() throws {
    var random = SplitMix64(state: 4)
    let sphere = try SamplePicture(width: 12, height: 10, x: 3, y: -2, using: &random)
    try compare(
      tolerance: 1e-3,
      { input in
        var filter = ShadedMaterial()
        (filter.image, filter.shadingImage, filter.scale) = (input.picture, sphere.picture, 2)
        return filter
      },
      with: { input, x, y in
        func slope(_ weights: [[Double]]) -> Double {
          luminance(of: input.sum(x, y, weights)) / 8 * 2
        }
        let right = slope([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
        let up = slope([[1, 2, 1], [0, 0, 0], [-1, -2, -1]])
        let length = (right * right + up * up + 1).squareRoot()
        return sphere.linear(SIMD2(9 - right / length * 5.5, 3 - up / length * 4.5))
          * input[x, y].w
      })
  }
}
