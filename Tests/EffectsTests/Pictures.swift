import CutawayElementKit
import Foundation
import TestSupport

/// How transparent a random picture is.
enum Opacity: CaseIterable {
  case opaque, varying
}

extension PixelImage {
  /// A picture of soft shapes, hard edges and noise.
  static func random(
    width: Int, height: Int, layout: PixelLayout, seed: UInt64, opacity: Opacity = .opaque
  ) -> Self {
    var random = SeededGenerator(seed: seed)
    let largest = Double(Component.max), alpha = layout.alphaIndex
    let waves = (0..<4).map { _ in
      (0..<3).map { _ in Double.random(in: -0.3...0.3, using: &random) }
    }
    var pixels: [SIMD4<Component>] = []
    for y in 0..<height {
      for x in 0..<width {
        var pixel = SIMD4<Component>()
        for index in 0..<4 {
          let wave = waves[index]
          var value = 0.5 + 0.5 * sin(wave[0] * Double(x) + wave[1] * Double(y) + 9 * wave[2])
          if (x / 9 + y / 7) % 3 == index % 3 { value = index % 2 == 0 ? 1 : 0 }
          value += Double.random(in: -0.1...0.1, using: &random)
          pixel[index] = Component((min(max(value, 0), 1) * largest).rounded())
        }
        if opacity == .opaque { pixel[alpha] = .max }
        pixels.append(pixel)
      }
    }
    return Self(width: width, height: height, layout: layout, pixels: pixels)
  }

  /// The pixels as red, green, blue and alpha in 0…1; of luma and chroma as Y, U, V and alpha.
  var colors: [SIMD4<Double>] {
    let at = format.layout.order.indices
    return pixels.map { pixel in
      SIMD4(
        Double(pixel[at.red]), Double(pixel[at.green]), Double(pixel[at.blue]),
        Double(pixel[at.alpha])) / Double(Component.max)
    }
  }
}

/// The peak signal-to-noise ratio of all components in dB, after the limitation to 0…1.
///
/// Colours count in proportion to their alpha.
func psnr(_ a: [SIMD4<Double>], _ b: [SIMD4<Double>]) -> Double {
  var sum = 0.0
  for (x, y) in zip(a, b) {
    func limited(_ color: SIMD4<Double>) -> SIMD4<Double> {
      let color = color.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
      return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    }
    let difference = limited(x) - limited(y)
    sum += (difference * difference).sum()
  }
  return sum == 0 ? .infinity : 10 * log10(Double(a.count * 4) / sum)
}

/// A Gaussian filter in double precision, with edges repeated and colours weighted by alpha.
func blurred(_ colors: [SIMD4<Double>], width: Int, sigma: Double) -> [SIMD4<Double>] {
  let reach = Int((6 * sigma).rounded(.up)), height = colors.count / width
  let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
  let sum = weights.reduce(0, +)
  func filtered(
    _ colors: [SIMD4<Double>], _ count: Int, _ place: (Int, Int) -> Int
  ) -> [SIMD4<Double>] {
    var result = colors
    for line in 0..<colors.count / count {
      for index in 0..<count {
        var total = SIMD4<Double>()
        for (offset, weight) in zip(-reach...reach, weights) {
          total += colors[place(line, min(max(index + offset, 0), count - 1))] * (weight / sum)
        }
        result[place(line, index)] = total
      }
    }
    return result
  }
  let weighted = colors.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
  let rows = filtered(weighted, width) { line, index in line * width + index }
  let result = filtered(rows, height) { line, index in index * width + line }
  return result.map { color in
    color.w > 0 ? SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w) : color
  }
}
