import CutawayEffects
import CutawayElementKit
import Testing

@Suite struct BlurTests {
  private static let sizes = [(1, 1), (2, 1), (1, 7), (33, 20), (64, 47), (131, 96)]

  /// The blurred picture differs from the reference by at most 45 dB.
  private func check<Component>(
    _ image: PixelImage<Component>, sigma: Double, at place: SourceLocation = #_sourceLocation
  ) throws {
    let result = try image.filtered(by: Blur { $0.sigma = sigma }).colors
    let expected = blurred(image.colors, width: image.format.width, sigma: sigma)
    let quality = psnr(result, expected)
    #expect(
      quality >= 45, "\(quality) dB: \(image.format), sigma \(sigma)", sourceLocation: place)
  }

  @Test(arguments: sizes, [0.2, 0.7, 1.3, 2.4, 2.5, 4, 5.2, 9, 17, 40])
  func `the result is that of a Gaussian filter`(size: (Int, Int), sigma: Double) throws {
    for opacity in Opacity.allCases {
      let seed = UInt64(size.0 * 100 + size.1)
      try check(
        Image.random(
          width: size.0, height: size.1, layout: .bgra, seed: seed, opacity: opacity),
        sigma: sigma)
      try check(
        DeepImage.random(
          width: size.0, height: size.1, layout: .argb64, seed: seed, opacity: opacity),
        sigma: sigma)
    }
  }

  @Test(arguments: PixelLayout.allCases)
  func `all layouts have the same result`(layout: PixelLayout) throws {
    if layout.bitsPerComponent == 8 {
      try check(
        Image.random(width: 40, height: 31, layout: layout, seed: 5, opacity: .varying), sigma: 3)
    } else {
      try check(
        DeepImage.random(width: 40, height: 31, layout: layout, seed: 5, opacity: .varying),
        sigma: 3)
    }
  }

  @Test(arguments: [0.3, 1, 2.45, 3, 6, 25, 300, 1_000])
  func `one colour stays exactly the same`(sigma: Double) throws {
    for (width, height) in Self.sizes {
      let image = Image(width: width, height: height, filledWith: Pixel(3, 128, 255, 200))
      #expect(try image.filtered(by: Blur { $0.sigma = sigma }) == image)
      let deep = DeepImage(
        width: width, height: height, layout: .rgba64,
        pixels: Array(repeating: DeepPixel(1, 32_768, 65_535, 40_000), count: width * height))
      #expect(try deep.filtered(by: Blur { $0.sigma = sigma }) == deep)
    }
  }

  @Test(arguments: [1, 7, 30])
  func `the colour of transparent pixels does not become visible`(sigma: Double) throws {
    var image = Image(width: 60, height: 40, filledWith: Pixel(250, 10, 20, 255))
    for y in 0..<40 {
      for x in 0..<25 { image[x, y] = Pixel(0, 255, 255, 0) }
    }
    let result = try image.filtered(by: Blur { $0.sigma = sigma })
    for pixel in result.pixels where pixel.w > 0 {
      #expect(pixel.x >= 249 && pixel.y <= 11 && pixel.z <= 21, "\(pixel)")
    }
    #expect(result[25, 20].w < 255 && result[25, 20].w > 100)
  }

  @Test func `a new deviation takes effect at the next frame`() throws {
    let image = Image.random(width: 70, height: 50, layout: .bgra, seed: 8)
    var state = Blur().makeState(for: image.format)
    for sigma in [1, 8, 30, 0.5, 3, 2.9, 8] {
      var frame = image
      try frame.apply(Blur { $0.sigma = sigma }, state: &state)
      #expect(try frame == image.filtered(by: Blur { $0.sigma = sigma }))
    }
  }

  @Test func `without a deviation, frames pass`() {
    let blur = Blur { $0.sigma = 0 }
    var state = blur.makeState(for: VideoFormat(width: 2, height: 2, layout: .bgra))
    #expect(blur.isIdle(at: .zero, state: &state))
    #expect(!Blur().isIdle(at: .zero, state: &state))
  }
}
