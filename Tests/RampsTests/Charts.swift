import CutawayElementKit
import Glibc

/// A picture with gradients, discs, lines and text-like blocks, all opaque.
func chart(width: Int, height: Int, layout: PixelLayout = .bgra) -> Image {
  var image = Image(width: width, height: height, layout: layout, filledWith: Pixel())
  for y in 0..<height {
    for x in 0..<width {
      let (fx, fy) = (Double(x) / Double(width), Double(y) / Double(height))
      var pixel = SIMD4<Double>(40 + 180 * fx, 200 - 150 * fy, 120 + 100 * sin(9 * fx + 5 * fy), 0)
      let distance = hypot(fx - 0.3, (fy - 0.4) * Double(height) / Double(width))
      if distance < 0.15 { pixel = SIMD4(220, 60, 40, 0) }
      if abs(fx - fy) < 0.02 { pixel = SIMD4(250, 250, 250, 0) }
      if fx > 0.6, fy > 0.6, (x / 8 + y / 8) % 2 == 0 { pixel = SIMD4(20, 30, 90, 0) }
      var bytes = Pixel(pixel.rounded(.toNearestOrAwayFromZero))
      if layout.alphaIndex == 0 { bytes = Pixel(255, bytes[0], bytes[1], bytes[2]) }
      bytes[layout.alphaIndex] = 255
      image[x, y] = bytes
    }
  }
  return image
}

extension Image {
  /// Every pixel over an opaque background.
  func composed(over background: SIMD4<Double>) -> [SIMD4<Double>] {
    pixels.map { pixel in
      let alpha = Double(pixel[format.layout.alphaIndex]) / 255
      return SIMD4<Double>(pixel) * alpha + background * (1 - alpha)
    }
  }
}

/// The peak signal-to-noise ratio of the three colour components, in dB.
func psnr(_ a: [SIMD4<Double>], _ b: [SIMD4<Double>], alphaIndex: Int) -> Double {
  var sum = 0.0
  for (x, y) in zip(a, b) {
    var difference = x - y
    difference[alphaIndex] = 0
    sum += (difference * difference).sum()
  }
  let mean = sum / Double(a.count * 3)
  return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
}
