import CutawayImaging
import Glibc
import Testing

/// Zoom blurs against sums over all samples of a ray.
@Suite struct ZoomBlurTests {
  private func filter(_ picture: Picture, _ center: SIMD2<Double>, _ amount: Double) -> ZoomBlur {
    var filter = ZoomBlur()
    (filter.image, filter.center, filter.amount) = (picture, center, amount)
    return filter
  }

  @Test(arguments: [SIMD3(37.0, 3.3, -4.7), SIMD3(-40, 3.3, -4.7), SIMD3(0.1, 9, 9)])
  func `A zoom blur is the mean of a ray`(setting: SIMD3<Double>) throws {
    let amount = setting.x, center = SIMD2(setting.y, setting.z)
    try compare(
      tolerance: 2e-3, { filter($0.picture, center, amount) },
      with: { input, x, y in
        guard let extent = filter(input.picture, center, amount).output?.extent else {
          return SIMD4()
        }
        let wide = max(abs(Double(extent.minX) - center.x), abs(Double(extent.maxX) - center.x))
        let tall = max(abs(Double(extent.minY) - center.y), abs(Double(extent.maxY) - center.y))
        let steps = (hypot(wide, tall) * abs(amount) / 200).rounded(.up)
        let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5), way = (center - place) * amount / 200
        var sum = SIMD4<Double>()
        for step in 0...Int(steps) { sum += input.linear(place + way * Double(step) / steps) }
        return sum / (steps + 1)
      })
  }

  @Test(arguments: [40.0, -150, 170, 188])
  func `A long zoom blur is the mean of a ray, too`(amount: Double) throws {
    let region = Region(x: -60, y: 20, width: 200, height: 160)
    let pixels = (0..<200 * 160).map { index -> SIMD4<Float> in
      let value = sinf(Float(index % 200) / 9) * cosf(Float(index / 200) / 6) + 1
      return SIMD4(value, value / 2, 1, 1)
    }
    let input = try SamplePicture(region, pixels), center = SIMD2(31.2, 77.5)
    let output = try #require(filter(input.picture.clamped(), center, amount).output)
    let whole = output.pixels(of: region)
    var random = SplitMix64(state: 3), worst = 0.0
    for _ in 0..<500 {
      let x = Int.random(in: -60..<140, using: &random),
        y = Int.random(in: 20..<180, using: &random)
      let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5), way = (center - place) * amount / 200
      var sum = SIMD4<Double>()
      for step in 0..<1000 {
        let sample = place + way * (Double(step) + 0.5) / 1000
        // The edges of the picture are repeated.
        sum += input.linear(
          SIMD2(min(max(sample.x, -59.5), 139.5), min(max(sample.y, 20.5), 179.5)))
      }
      let difference = SIMD4<Double>(whole[(y - 20) * 200 + x + 60]) - sum / 1000
      for lane in 0..<4 { worst = max(worst, abs(difference[lane])) }
    }
    #expect(worst < 0.02)
    // A part alone has the same pixels as in the whole.
    let part = Region(x: 7, y: 31, width: 90, height: 40), alone = output.pixels(of: part)
    for y in 0..<part.height {
      let start = (part.minY + y - 20) * 200 + part.minX + 60
      #expect(alone[y * 90..<(y + 1) * 90] == whole[start..<start + 90])
    }
  }

  @Test func `Places far away have a colour, too`() throws {
    let input = try SamplePicture(
      Region(width: 9, height: 7),
      Array(repeating: SIMD4(0.25, 0.5, 0.75, 1), count: 63))
    for x in [300_000, 3_000_000] {
      let output = try #require(filter(input.picture.clamped(), SIMD2(4, 3), 40).output)
      for pixel in output.pixels(of: Region(x: x, y: 2, width: 5, height: 3)) {
        for lane in 0..<4 { #expect(abs(pixel[lane] - [0.25, 0.5, 0.75, 1][lane]) < 1e-5) }
      }
    }
  }
}
