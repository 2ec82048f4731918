import CutawayImaging
import Testing

/// Looks, which have no published formula, and noise.
@Suite struct ColorLookTests {
  @Test func `Looks of photographs are what they should be`() throws {
    func look(_ filter: some PictureFilter, _ pixel: SIMD4<Float>) throws -> SIMD4<Float> {
      var filter = filter
      let sample = try SamplePicture(Region(width: 1, height: 1), [pixel])
      #expect(filter.set(.picture(sample.picture), for: "image") == .done)
      let output = try #require(filter.output)
      return output.pixels(of: sample.region)[0]
    }
    let greys: [any PictureFilter] = [PhotoEffectMono(), PhotoEffectNoir(), PhotoEffectTonal()]
    for filter in greys {
      let pixel = try look(filter, SIMD4(0.7, 0.3, 0.1, 1))
      #expect(abs(pixel.x - pixel.y) < 1e-6 && abs(pixel.y - pixel.z) < 1e-6)
    }
    // Contrast: noir, tonal, mono.
    let levels = try greys.map { filter in
      let dark = try look(filter, SIMD4(0.05, 0.05, 0.05, 1))
      let bright = try look(filter, SIMD4(0.6, 0.6, 0.6, 1))
      return bright.x / dark.x
    }
    #expect(levels[0] < levels[2] && levels[2] < levels[1])
    let grey = SIMD4<Float>(0.25, 0.25, 0.25, 1), color = SIMD4<Float>(0.5, 0.2, 0.1, 1)
    let warm = try look(PhotoEffectTransfer(), grey), cool = try look(PhotoEffectProcess(), grey)
    #expect(warm.x > warm.y && warm.y > warm.z && cool.z > cool.x && cool.y > cool.x)
    func saturation(_ pixel: SIMD4<Float>) -> Float { 1 - pixel.z / pixel.x }
    let (chrome, fade) = (try look(PhotoEffectChrome(), color), try look(PhotoEffectFade(), color))
    #expect(saturation(chrome) > saturation(color) && saturation(fade) < saturation(color))
    #expect(try look(PhotoEffectInstant(), SIMD4(0, 0, 0, 1)).z > 0.01)
    let (cold, hot) = (try look(Thermal(), SIMD4(0, 0, 0, 1)), try look(Thermal(), [1, 1, 1, 1]))
    #expect(cold.z > cold.x && hot.x > 0.9 && hot.y > 0.9)
    #expect(try look(XRay(), SIMD4(0, 0, 0, 1)).y > 0.8)
    #expect(try look(XRay(), SIMD4(1, 1, 1, 1)).y < 0.1)
    // What is transparent stays so.
    #expect(try look(XRay(), SIMD4(0, 0, 0, 0)) == SIMD4())
    var bright = PhotoEffectChrome()
    #expect(try look(bright, SIMD4(3, 1, 1, 1)).x <= 1)
    bright.extrapolate = true
    #expect(try look(bright, SIMD4(3, 1, 1, 1)).x > 2.5)
  }

  @Test func `Noise has a mean of zero, and stays in its range`() throws {
    let region = Region(width: 200, height: 100)
    let sample = try SamplePicture(
      region, Array(repeating: SIMD4(0.25, 0.36, 0.49, 1), count: 20_000))
    let filter = made(Dither()) { ($0.image, $0.intensity) = (sample.picture, 0.4) }
    let pixels = try #require(filter.output).pixels(of: region)
    let noise = pixels.map { Double($0.x.squareRoot()) - 0.5 }
    #expect(noise.allSatisfy { abs($0) <= 0.2001 })
    #expect((noise.max() ?? 0) > 0.19 && (noise.min() ?? 0) < -0.19)
    let mean = noise.reduce(0, +) / 20_000
    #expect(abs(mean) < 0.004)
    // Neighbours are independent: the mean of products is small.
    for offset in [1, 2, 200, 201] {
      let products = (0..<19_000).map { (noise[$0] - mean) * (noise[$0 + offset] - mean) }
      #expect(abs(products.reduce(0, +) / 19_000) < 0.0005)
    }
    // Components get the same noise.
    #expect(pixels.allSatisfy { abs($0.z.squareRoot() - $0.x.squareRoot() - 0.2) < 1e-5 })
    try compare(
      { input in made(Dither()) { ($0.image, $0.intensity) = (input.picture, 0) } },
      with: { input, x, y in input[x, y] })
  }
}
