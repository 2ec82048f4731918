import CutawayElementKit
import Foundation
import TestSupport

extension PlanarPixelImage {
  /// A picture of noise, which shows every sample in the wrong place.
  static func noise(_ format: PlanarFormat, using random: inout SeededGenerator) -> Self {
    var image = Self(format)
    let largest = Sample(truncatingIfNeeded: (1 << format.depth) - 1)
    for plane in 0..<3 {
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          image[plane, x, y] = Sample.random(in: 0...largest, using: &random)
        }
      }
    }
    return image
  }
}

extension PixelImage {
  /// A picture of noise in luma, chroma and alpha.
  static func noise(_ format: VideoFormat, using random: inout SeededGenerator) -> Self {
    let pixels = (0..<format.width * format.height).map { _ in
      SIMD4<Component>.random(in: 0...Component.max, using: &random)
    }
    return Self(width: format.width, height: format.height, layout: format.layout, pixels: pixels)
  }
}

/// The error of a drawing, in proportion to the largest sample.
struct DrawingError {
  private var sum = 0.0
  private var count = 0.0

  mutating func add(_ difference: Double) {
    sum += difference * difference
    count += 1
  }

  /// The ratio of peak signal to noise, in decibels.
  var signalToNoise: Double { sum == 0 ? .infinity : 10 * Double.log10(count / sum) }
}

extension Double {
  static func log10(_ value: Double) -> Double { Foundation.log10(value) }
}
