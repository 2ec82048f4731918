import CutawayElementKit
import CutawayImaging
import CutawayKeyframes
import CutawayTime
import Testing

/// Filters as effects on frames.
@Suite struct FilterEffectTests {
  private static func plan(_ text: String) throws -> FilterPlan {
    try FilterPlan(FilterChain(text: text))
  }

  private static func pixels(
    _ text: String, _ sample: SamplePicture, scale: Double = 1, at time: PlanTime = .nanoseconds(0)
  ) throws -> [SIMD4<Float>] {
    try plan(text).picture(of: sample.picture, scale: scale, at: time).pixels(of: sample.region)
  }

  private static func sample(_ seed: UInt64, isOpaque: Bool = true) throws -> SamplePicture {
    var random = SplitMix64(state: seed)
    return try SamplePicture(width: 23, height: 17, isOpaque: isOpaque, using: &random)
  }

  /// Random numbers for a setting.
  private static func numbers(
    _ setting: FilterEffect.Setting, using random: inout SplitMix64
  ) -> String {
    let count = setting.counts.lowerBound
    let values: [Double] = (0..<count).map { _ in
      switch setting.kind {
      case .flag: Bool.random(using: &random) ? 1 : 0
      case .color: Double.random(in: 0...255, using: &random)
      case .position, .offset, .size, .distance, .rectangle:
        Double.random(in: 0...30, using: &random)
      default: Double.random(in: setting.range ?? -1...1, using: &random)
      }
    }
    return values.map { "\($0)" }.joined(separator: " ")
  }

  @Test(arguments: FilterEffect.all.map(\.name))
  func `opaque frames stay opaque, unless the filter says otherwise`(name: String) throws {
    let effect = try #require(FilterEffect.named(name))
    var random = SplitMix64(state: 3)
    for round in 0..<6 {
      // First the defaults, then random settings.
      let settings = effect.settings.filter { _ in round > 0 }.map { setting in
        "\(setting.name){\(Self.numbers(setting, using: &random))}"
      }
      let text = ([name] + settings).joined(separator: " ")
      let pixels = try Self.pixels(text, try Self.sample(UInt64(round)))
      let isFinite = pixels.allSatisfy { pixel in (0..<4).allSatisfy { pixel[$0].isFinite } }
      #expect(isFinite, "\(text)")
      if effect.changesAlpha { continue }
      let worst = pixels.map { abs($0.w - 1) }.max() ?? 0
      #expect(worst < 1e-3, "\(text): \(worst)")
    }
  }

  @Test func `places and angles are those of a composition`() throws {
    let sample = try Self.sample(1)
    var vignette = VignetteEffect()
    // 5 pixels below the top of 17 rows.
    (vignette.image, vignette.center, vignette.radius) = (sample.picture, SIMD2(8, 12), 6)
    #expect(
      try Self.pixels("vignetteEffect center{8 5} radius{6}", sample)
        == vignette.output?.pixels(of: sample.region))

    var motion = MotionBlur()
    // Clockwise on screen is backwards with y upwards.
    (motion.image, motion.radius, motion.angle) = (sample.picture.clamped(), 3, -.pi / 6)
    #expect(
      try Self.pixels("motionBlur radius{3} angle{30}", sample)
        == motion.output?.pixels(of: sample.region))

    var crop = Crop()
    (crop.image, crop.rectangle) = (
      sample.picture, Rectangle(x: 2, y: 17 - 3 - 4, width: 10, height: 4)
    )
    #expect(
      try Self.pixels("crop rectangle{2 3 10 4}", sample)
        == crop.output?.pixels(of: sample.region))

    var hue = HueAdjust()
    (hue.image, hue.angle) = (sample.picture, .pi / 2)
    #expect(
      try Self.pixels("hueAdjust angle{90}", sample) == hue.output?.pixels(of: sample.region))

    var move = AffineTransformFilter()
    (move.image, move.transform) = (
      sample.picture, TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: 3, ty: -2)
    )
    #expect(
      try Self.pixels("affineTransform transform{1 0 0 1 3 2}", sample)
        == move.output?.pixels(of: sample.region))
  }

  @Test func `a scale applies to pixels, and to nothing else`() throws {
    let sample = try Self.sample(2)
    #expect(
      try Self.pixels("vignetteEffect center{8 5} radius{6} falloff{0.25}", sample)
        == Self.pixels("vignetteEffect center{16 10} radius{12} falloff{0.25}", sample, scale: 0.5))
    #expect(
      try Self.pixels("crop rectangle{2 3 10 4}", sample)
        == Self.pixels("crop rectangle{1 1.5 5 2}", sample, scale: 2))
    #expect(
      try Self.pixels("toneCurve point1{0.25 0.5}", sample)
        == Self.pixels("toneCurve point1{0.25 0.5}", sample, scale: 3))
  }

  @Test func `the middle of the frame is the default of a centre`() throws {
    let sample = try Self.sample(4)
    #expect(
      try Self.pixels("vignetteEffect radius{6}", sample)
        == Self.pixels("vignetteEffect radius{6} center{11.5 8.5}", sample))
  }

  @Test(arguments: ["perspectiveTransform", "perspectiveTransformWithExtent", "crop"])
  func `corners and rectangles are by default those of the frame`(name: String) throws {
    let sample = try Self.sample(4)
    for (index, pixel) in try Self.pixels(name, sample).enumerated() {
      let difference = pixel - sample.pixels[index]
      #expect((difference * difference).sum() < 1e-6)
    }
  }

  @Test func `a size has no direction, and is by default that of the frame`() throws {
    let sample = try Self.sample(7)
    var stretch = StretchCrop()
    (stretch.image, stretch.size) = (sample.picture, SIMD2(12, 8))
    let expected = stretch.output?.pixels(of: sample.region)
    #expect(try Self.pixels("stretchCrop size{12 8}", sample) == expected)
    #expect(try Self.pixels("stretchCrop size{6 4}", sample, scale: 2) == expected)
    #expect(
      try Self.pixels("stretchCrop", sample) == Self.pixels("stretchCrop size{23 17}", sample))
  }

  @Test func `names are those of Swift`() {
    for effect in FilterEffect.all {
      let names = [effect.name] + effect.settings.map(\.name)
      for name in names { #expect(name.first?.isLowercase == true, "\(name)") }
    }
    #expect(FilterEffect.named("cmykHalftone") != nil)
  }

  @Test func `the edges of frames repeat before a blur`() throws {
    let color = SIMD4<Float>(0.25, 0.5, 0.75, 1)
    let region = Region(width: 9, height: 7)
    let sample = try SamplePicture(region, Array(repeating: color, count: 63))
    for name in ["gaussianBlur", "boxBlur", "zoomBlur", "motionBlur", "bloom intensity{0}"] {
      for pixel in try Self.pixels(name, sample) {
        let difference = pixel - color
        #expect((difference * difference).sum() < 1e-6, "\(name): \(pixel)")
      }
    }
  }

  @Test func `settings follow their keyframes, and have the default before them`() throws {
    let sample = try Self.sample(5)
    let text = "exposureAdjust ev{1..3=0>2}"
    func exact(_ index: Int64) throws -> [SIMD4<Float>] {
      let instant = FrameInstant(index: index, frames: 30_000, seconds: 1_001)
      return try Self.pixels(text, sample, at: .exact(instant))
    }
    #expect(try exact(0) == Self.pixels("exposureAdjust", sample))
    // Frame 45 lies at 1.5015 s.
    #expect(try exact(45) == Self.pixels("exposureAdjust ev{0.5015}", sample))
    #expect(try exact(200) == Self.pixels("exposureAdjust ev{2}", sample))
    #expect(
      try Self.pixels(text, sample, at: .nanoseconds(2_000_000_000))
        == Self.pixels("exposureAdjust ev{1}", sample))
  }

  @Test func `a chain is its filters in their order`() throws {
    let sample = try Self.sample(6)
    let first = try SamplePicture(
      sample.region, Self.pixels("colorControls contrast{1.5} saturation{0.4}", sample))
    let second = try SamplePicture(sample.region, Self.pixels("boxBlur radius{2}", first))
    let third = try Self.pixels("sepiaTone intensity{0.7}", second)
    let chain = try Self.pixels(
      "colorControls contrast{1.5} saturation{0.4} | boxBlur radius{2} | sepiaTone intensity{0.7}",
      sample)
    for (a, b) in zip(third, chain) {
      let difference = a - b
      #expect((difference * difference).sum() < 1e-9)
    }
  }

  @Test(arguments: [
    ("sepiaTon", "there is no filter 'sepiaTon'"),
    ("multiplyBlendMode", "needs more than one picture"),
    ("colorCube", "needs more than one picture, or data"),
    ("areaAverage", "needs more than one picture, or data"),
    ("sepiaTone strength{1}", "the filter 'sepiaTone' has no setting 'strength'; it has intensity"),
    ("sepiaTone intensity{1 2}", "needs a number for 'intensity', not 2 numbers"),
    ("colorMatrix rVector{1}", "needs a list of 4 numbers for 'rVector', not a number"),
    ("gaussianBlur radius{1e9}", "beyond -65535.0…65535.0"),
    ("crop rectangle{0..1=0>1}", "'rectangle' of the filter 'crop' cannot change over time"),
    ("sepiaTone intensity{0..1=0,0>1,1}", "needs a number for 'intensity', not a point"),
  ])
  func `an error names the filter and the setting`(text: String, part: String) {
    let error = #expect(throws: CompositionError.self) { try Self.plan(text) }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }
}
