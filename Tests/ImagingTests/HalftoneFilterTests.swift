import CutawayImaging
import Glibc
import Testing

/// Screens against their formulas.
@Suite struct HalftoneFilterTests {
  private static let center = SIMD2(3.5, -2.25)

  private func filter<Filter: PictureFilter>(
    _ type: Filter.Type, _ picture: Picture, width: Double, sharpness: Double, angle: Double = 0
  ) -> Filter {
    var filter = Filter()
    _ = filter.set(.picture(picture), for: "image")
    _ = filter.set(.point(Self.center), for: "center")
    _ = filter.set(.number(width), for: "width")
    _ = filter.set(.number(sharpness), for: "sharpness")
    _ = filter.set(.number(angle), for: "angle")
    return filter
  }

  /// Checks a screen whose threshold is a function of the distances along two axes, in pixels.
  private func check<Filter: PictureFilter>(
    _ type: Filter.Type, width: Double, angle: Double, tolerance: Double = 2e-3,
    _ threshold: (_ right: Double, _ up: Double) -> Double
  ) throws {
    let sharpness = 0.6, slope = min(1 / (1 - sharpness), width / 2)
    try compare(
      tolerance: tolerance,
      { filter(type, $0.picture, width: width, sharpness: sharpness, angle: angle) },
      with: { input, x, y in
        let pixel = input.straight(x, y)
        let way = SIMD2(Double(x), Double(y)) + 0.5 - Self.center
        let right = way.x * cos(angle) + way.y * sin(angle)
        let up = way.y * cos(angle) - way.x * sin(angle)
        let light = luminance(of: pixel)
        let value = paper(light, threshold(right, up), slope) * pixel.w
        return SIMD4(value, value, value, pixel.w)
      })
  }

  /// The value of a ramp whose mean over all thresholds is the light, by bisection.
  private func paper(_ light: Double, _ threshold: Double, _ slope: Double) -> Double {
    /// The integral of the ramp, cut to 0…1, up to a place.
    func area(_ place: Double) -> Double {
      place < 0 ? 0 : place > 1 ? place - 0.5 : place * place / 2
    }
    var low = 0.0, high = slope + 1
    for _ in 0..<50 {
      let start = (low + high) / 2
      if (area(start) - area(start - slope)) / slope < light { low = start } else { high = start }
    }
    return min(max((threshold - 1) * slope + low, 0), 1)
  }

  /// The distance from the nearest multiple of a width, in half widths.
  private func distance(_ place: Double, _ width: Double) -> Double {
    abs(place - (place / width).rounded() * width) * 2 / width
  }

  @Test func `Screens of lines follow their formulas`() throws {
    try check(LineScreen.self, width: 7, angle: 0.4) { right, _ in distance(right, 7) }
    try check(HatchedScreen.self, width: 9, angle: -0.9) { right, up in
      let near = min(distance(right, 9), distance(up, 9))
      return 2 * near - near * near
    }
    try check(CircularScreen.self, width: 5, angle: 0) { right, up in
      distance(hypot(right, up), 5)
    }
  }

  @Test func `A screen of dots has the area of each threshold`() throws {
    /// The part of the plane with a greater value of the spot function.
    func area(_ square: Double) -> Double {
      if square <= 0.5 { return .pi / 4 * square }
      // Four pieces of the circle are cut off.
      let cut = square * acos((0.5 / square).squareRoot()) - ((square - 0.5) / 2).squareRoot()
      return .pi / 4 * square - cut
    }
    try check(DotScreen.self, width: 8, angle: 0.3, tolerance: 6e-3) { right, up in
      let (x, y) = (distance(right, 8), distance(up, 8))
      return x + y <= 1 ? area(x * x + y * y) : 1 - area((1 - x) * (1 - x) + (1 - y) * (1 - y))
    }
  }

  private func mean(_ picture: Picture) -> SIMD4<Float> {
    let pixels = picture.pixels(of: Region(width: 240, height: 240))
    return pixels.reduce(SIMD4()) { $0 + $1 } / Float(pixels.count)
  }

  @Test func `Printed pictures are as bright as the picture`() throws {
    for light in [Float(0), 0.05, 0.2, 0.5, 0.75, 1] {
      let region = Region(width: 240, height: 240)
      let grey = SIMD4<Float>(light, light, light, 1)
      let picture = try SamplePicture(
        region, [SIMD4<Float>](repeating: grey, count: 240 * 240)
      ).picture
      func check<Filter: PictureFilter>(_ type: Filter.Type) throws {
        let output = try #require(
          filter(type, picture, width: 12, sharpness: 0.9, angle: 0.35).output)
        let mean = mean(output)
        #expect(abs(mean.x - light) < 0.015, "\(type) makes \(mean.x) of \(light)")
        #expect(mean.w == 1)
      }
      try check(DotScreen.self)
      try check(LineScreen.self)
      try check(HatchedScreen.self)
      try check(CircularScreen.self)
      try check(CMYKHalftone.self)
    }
  }

  @Test func `Four inks keep the mean colour, and print black only for grey`() throws {
    let region = Region(width: 240, height: 240), color = SIMD4<Float>(0.6, 0.35, 0.1, 1)
    let picture = try SamplePicture(
      region, [SIMD4<Float>](repeating: color, count: 240 * 240)
    ).picture
    var filter = filter(CMYKHalftone.self, picture, width: 11, sharpness: 0.9)
    let difference = mean(try #require(filter.output)) - color
    #expect(abs(difference.x) < 0.03 && abs(difference.y) < 0.03 && abs(difference.z) < 0.03)
    func hasBlack() throws -> Bool {
      try #require(filter.output).pixels(of: region).contains { $0.x + $0.y + $0.z < 0.01 }
    }
    #expect(try hasBlack())
    // Without black and without cyan, red stays everywhere.
    filter.image = try SamplePicture(
      region, [SIMD4<Float>](repeating: SIMD4(1, 0.2, 0.2, 1), count: 240 * 240)
    ).picture
    #expect(try !hasBlack())
  }
}
