import CutawayImaging
import CutawayKeyframes
import Testing

/// Blurs, halftones and stylizing filters with settings that make no sense, and what they leave
/// alone.
@Suite struct NeighbourFilterLimitTests {
  private static let filters = FilterList.all.filter { type in
    let own: [FilterCategory] = [.blur, .sharpen, .stylize, .halftoneEffect]
    return type.categories.contains { own.contains($0) }
  }

  private func pictures() throws -> [Picture] {
    var random = SplitMix64(state: 7)
    return [
      try SamplePicture(width: 7, height: 5, x: -3, y: 2, using: &random).picture,
      try SamplePicture(width: 1, height: 1, using: &random).picture, .empty,
      .color(PictureColor(0.5, 0.2, 1)),
    ]
  }

  @Test func `Without pictures there is no result`() {
    for type in Self.filters { #expect(type.init().output == nil, "\(type.name)") }
  }

  @Test func `Settings beyond their ranges give finite pixels`() throws {
    let region = Region(minX: -6, minY: -4, maxX: 9, maxY: 8)
    for type in Self.filters {
      for (index, picture) in try pictures().enumerated() {
        // Large blurs take their time, so one picture is enough for them.
        for number in [-1e30, -3, 0, 0.37, 1e30] where number < 1e30 || index == 0 {
          var filter = type.init()
          for input in type.inputDescriptions {
            let value: FilterValue? =
              switch input.kind {
              case .picture: .picture(picture)
              case .position, .offset, .size, .pair: .point(SIMD2(number, .nan))
              case .vector: .vector([number, .nan, .infinity])
              case .color: nil
              default: .number(number)
              }
            if let value { _ = filter.set(value, for: input.name) }
          }
          let pixels = filter.output?.pixels(of: region) ?? []
          let isFinite = pixels.allSatisfy { pixel in
            (0..<4).allSatisfy { pixel[$0].isFinite }
          }
          #expect(isFinite, "\(type.name) with \(number)")
        }
      }
    }
  }

  @Test func `Numbers that are none do not stop a filter`() throws {
    let picture = try pictures()[0], region = picture.extent
    func check(_ filter: some PictureFilter) {
      _ = filter.output?.pixels(of: region)
    }
    for number in [Double.nan, .infinity, -.infinity] {
      var box = BoxBlur()
      (box.image, box.radius) = (picture, number)
      check(box)
      var disc = BokehBlur()
      (disc.image, disc.radius, disc.ringAmount) = (picture, number, number)
      (disc.ringSize, disc.softness) = (number, number)
      check(disc)
      var motion = MotionBlur()
      (motion.image, motion.radius, motion.angle) = (picture, number, number)
      check(motion)
      var zoom = ZoomBlur()
      (zoom.image, zoom.amount) = (picture, number)
      check(zoom)
      var morphology = MorphologyRectangleMaximum()
      (morphology.image, morphology.width, morphology.height) = (picture, number, number)
      check(morphology)
      var cells = HexagonalPixellate()
      (cells.image, cells.scale, cells.center) = (picture, number, SIMD2(number, number))
      check(cells)
      var dots = CMYKHalftone()
      (dots.image, dots.width, dots.angle) = (picture, number, number)
      (dots.sharpness, dots.grayComponentReplacement, dots.underColorRemoval) = (
        number, number, number
      )
      check(dots)
      var light = SpotLight()
      (light.image, light.brightness, light.concentration) = (picture, number, number)
      check(light)
      var depth = DepthOfField()
      (depth.image, depth.radius, depth.saturation) = (picture, number, number)
      check(depth)
    }
  }

  @Test func `Extents grow by the reach of blurs`() throws {
    var random = SplitMix64(state: 3)
    let input = try SamplePicture(width: 20, height: 10, using: &random), region = input.region
    func extent<Filter: PictureFilter>(_ type: Filter.Type, _ settings: [String: Double]) -> Region?
    {
      var filter = Filter()
      _ = filter.set(.picture(input.picture), for: "image")
      for (name, value) in settings { #expect(filter.set(.number(value), for: name) == .done) }
      return filter.output?.extent
    }
    #expect(extent(BoxBlur.self, ["radius": 4]) == region.outset(by: 4))
    #expect(extent(BoxBlur.self, ["radius": 4.5]) == region.outset(by: 5))
    #expect(extent(DiscBlur.self, ["radius": 4]) == region.outset(by: 4))
    #expect(extent(MotionBlur.self, ["radius": 6]) == region.outset(x: 6, y: 0))
    #expect(extent(MorphologyMaximum.self, ["radius": 3]) == region.outset(by: 3))
    #expect(extent(MorphologyMinimum.self, ["radius": 3]) == region)
    #expect(
      extent(MorphologyRectangleMaximum.self, ["width": 7, "height": 3])
        == region.outset(x: 3, y: 1))
    #expect(extent(Convolution7X7.self, [:]) == region.outset(by: 3))
    #expect(extent(DotScreen.self, [:]) == region)
    let zoomed = try #require(extent(ZoomBlur.self, ["amount": 100]))
    #expect(zoomed == Region(minX: -150, minY: -150, maxX: 20, maxY: 10))
  }

  @Test func `A depth of field is sharp along its line and blurred far from it`() throws {
    var random = SplitMix64(state: 8)
    let input = try SamplePicture(width: 60, height: 50, isOpaque: true, using: &random)
    var filter = DepthOfField()
    (filter.image, filter.radius, filter.saturation) = (input.picture, 3, 1.2)
    (filter.point0, filter.point1) = (SIMD2(0, 10), SIMD2(60, 12))
    let output = try #require(filter.output)
    var mask = UnsharpMask()
    mask.image = input.picture
    var controls = ColorControls()
    (controls.image, controls.saturation) = (mask.output, 1.2)
    var blur = GaussianBlurFilter()
    (blur.image, blur.radius) = (input.picture.clamped(), 3)
    let near = Region(minX: 0, minY: 7, maxX: 60, maxY: 14)
    let far = Region(minX: 0, minY: 30, maxX: 60, maxY: 50)
    for (region, wanted) in [(near, controls.output), (far, blur.output)] {
      let pixels = output.pixels(of: region), expected = wanted?.pixels(of: region) ?? []
      #expect(pixels.count == expected.count)
      for (pixel, other) in zip(pixels, expected) {
        for lane in 0..<4 { #expect(abs(pixel[lane] - other[lane]) < 1e-4) }
      }
    }
  }

  @Test func `A comic has the tone of the picture, and black lines`() throws {
    let region = Region(width: 120, height: 120)
    let numbers = (0..<120 * 120).map { index -> SIMD4<Float> in
      index % 120 < 60 ? SIMD4(0.05, 0.1, 0.2, 1) : SIMD4(0.7, 0.5, 0.4, 1)
    }
    var filter = ComicEffect()
    filter.image = try SamplePicture(region, numbers).picture
    let output = try #require(filter.output)
    func tone(_ left: Int, _ right: Int) -> Float {
      let pixels = output.pixels(of: Region(minX: left, minY: 0, maxX: right, maxY: 120))
      func luminance(_ c: SIMD4<Float>) -> Float { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }
      return pixels.reduce(0) { $0 + luminance($1) } / Float(pixels.count)
    }
    #expect(abs(tone(6, 54) - 0.0966) < 0.03)
    #expect(abs(tone(66, 114) - 0.5353) < 0.06)
    #expect(tone(59, 61) < 0.02)
    #expect(output.extent == region)
  }

  @Test func `Settings have names that lists find, and defaults within their ranges`() {
    for type in Self.filters {
      for input in type.inputDescriptions {
        guard let range = input.range, case .number(let number) = input.value else { continue }
        #expect(range.contains(number), "\(type.name).\(input.name)")
      }
      #expect(Self.filters.count { $0.name == type.name } == 1)
      #expect(!type.summary.isEmpty && !type.categories.isEmpty)
    }
  }
}
