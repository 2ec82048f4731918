import CutawayEffects
import CutawayElementKit
import Foundation
import TestSupport
import Testing

@Suite struct ChromaKeyTests {
  /// The chroma of a colour (Recommendation ITU-R BT.709).
  private func chroma(_ color: SIMD4<Double>) -> SIMD2<Double> {
    let luma = luma(color)
    return SIMD2((color.z - luma) / 1.8556, (color.x - luma) / 1.5748)
  }

  private func luma(_ color: SIMD4<Double>) -> Double {
    0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }

  /// The keyed colour in double precision.
  private func expected(_ color: SIMD4<Double>, _ filter: ChromaKey) -> SIMD4<Double> {
    let parts = [16, 8, 0].map { Double(filter.color >> $0 & 255) / 255 }
    let key = chroma(SIMD4(parts[0], parts[1], parts[2], 1)), own = chroma(color)
    let distance = hypot(own.x - key.x, own.y - key.y)
    let alpha = min(max((distance - filter.tolerance) / max(filter.softness, 0.001), 0), 1)
    // Turns the chroma so that the screen's is on the first axis.
    let angle = atan2(key.y, key.x), length = hypot(own.x, own.y)
    let relative = atan2(own.y, own.x) - angle
    let along = length * cos(relative), across = length * sin(relative)
    let shorter =
      along - (hypot(key.x, key.y) < 1e-5 ? 0 : filter.spill * max(along - abs(across), 0))
    let new = SIMD2(
      shorter * cos(angle) - across * sin(angle), shorter * sin(angle) + across * cos(angle))
    let luma = luma(color), red = luma + 1.5748 * new.y, blue = luma + 1.8556 * new.x
    return SIMD4(
      red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue, color.w * alpha)
  }

  private func check<Component>(_ image: PixelImage<Component>, _ filter: ChromaKey) throws {
    let result = try image.filtered(by: filter)
    let quality = psnr(result.colors, image.colors.map { expected($0, filter) })
    let least = image.format.layout.bitsPerComponent == 8 ? 50.0 : 80
    #expect(quality >= least, "\(quality) dB: \(image.format), \(filter)")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `alpha and colours follow the chroma`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let filter = ChromaKey {
      $0.color = seed % 5 == 0 ? 0xFF80_8080 : UInt32.random(in: 0...(.max), using: &random)
      $0.tolerance = Double.random(in: 0...0.6, using: &random)
      $0.softness = Double.random(in: 0.02...0.5, using: &random)
      $0.spill = Double.random(in: 0...1, using: &random)
    }
    let width = Int.random(in: 1...40, using: &random)
    let opacity: Opacity = seed % 2 == 0 ? .opaque : .varying
    for layout in PixelLayout.rgb {
      if layout.bitsPerComponent == 8 {
        try check(
          Image.random(width: width, height: 12, layout: layout, seed: seed, opacity: opacity),
          filter)
      } else {
        try check(
          DeepImage.random(width: width, height: 12, layout: layout, seed: seed, opacity: opacity),
          filter)
      }
    }
  }

  @Test(arguments: [(0.0, 0.0), (0.15, 0.1), (1, 0), (1, 1)])
  func `the screen is transparent in light and in shadow`(tolerance: Double, softness: Double)
    throws
  {
    var image = Image(width: 3, height: 1, layout: .rgba, filledWith: Pixel(0, 255, 0, 255))
    if tolerance > 0 {
      image[1, 0] = Pixel(30, 225, 30, 255)
      image[2, 0] = Pixel(0, 230, 10, 255)
    }
    let filter = ChromaKey {
      ($0.tolerance, $0.softness) = (tolerance, softness)
    }
    #expect(try image.filtered(by: filter).pixels.allSatisfy { $0.w == 0 })
  }

  @Test func `greys, and colours away from the screen, stay exactly the same`() throws {
    let greys = (0...255).map { Pixel(UInt8($0), UInt8($0), UInt8($0), 255) }
    let others = [
      Pixel(255, 0, 0, 255), Pixel(0, 0, 255, 255), Pixel(255, 255, 0, 255),
      Pixel(224, 172, 140, 255), Pixel(255, 0, 255, 7),
    ]
    let image = Image(
      width: greys.count + others.count, height: 1, layout: .rgba, pixels: greys + others)
    #expect(try image.filtered(by: ChromaKey()) == image)
  }

  @Test func `spill of the screen becomes grey, with the same luma`() throws {
    let image = Image(width: 1, height: 1, layout: .rgba, filledWith: Pixel(120, 160, 120, 255))
    let result = try image.filtered(by: ChromaKey { $0.tolerance = 0.01 }).pixels[0]
    let luma = 0.2126 * 120 + 0.7152 * 160 + 0.0722 * 120
    for index in 0..<3 { #expect(abs(Double(result[index]) - luma) < 1.5, "\(result)") }
    #expect(result.w == 255)
  }
}
