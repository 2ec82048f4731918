import CutawayElementKit
import Foundation
import TestSupport

extension PlanarFormat {
  /// Formats of all resolutions of chroma and of both sizes of samples, for a size in pixels.
  static func all(width: Int, height: Int) -> [Self] {
    Chroma.allCases.flatMap { chroma in
      [8, 10, 12].map { Self(width: width, height: height, chroma: chroma, depth: $0) }
    } + [Self(width: width, height: height, chroma: .full, depth: 16)]
  }

  /// The columns and rows of luma for a sample of a plane.
  func steps(of plane: Int) -> (x: Int, y: Int) {
    (
      plane > 0 && chroma.halvesColumns ? 2 : 1, plane > 0 && chroma.halvesRows ? 2 : 1
    )
  }
}

extension PlanarPixelImage {
  /// A picture of soft shapes, hard edges and noise.
  static func random(
    _ format: PlanarFormat, seed: UInt64, within bounds: ClosedRange<Double> = 0...1
  )
    -> Self
  {
    var random = SeededGenerator(seed: seed), result = Self(format)
    let largest = Double((1 << format.depth) - 1)
    for plane in 0..<3 {
      let wave = (0..<3).map { _ in Double.random(in: -0.3...0.3, using: &random) }
      for y in 0..<format.height(of: plane) {
        for x in 0..<format.width(of: plane) {
          var value = 0.5 + 0.5 * sin(wave[0] * Double(x) + wave[1] * Double(y) + 9 * wave[2])
          if (x / 9 + y / 7) % 3 == plane { value = plane == 1 ? 1 : 0 }
          value += Double.random(in: -0.1...0.1, using: &random)
          value = min(max(value, bounds.lowerBound), bounds.upperBound)
          result[plane, x, y] = Sample((value * largest).rounded())
        }
      }
    }
    return result
  }

  /// The samples of a plane.
  func numbers(_ plane: Int) -> [Double] { planes[plane].map(Double.init) }
}

/// The greatest difference of two lists.
func greatestDifference(_ a: [Double], _ b: [Double]) -> Double {
  a.count == b.count ? zip(a, b).map { abs($0 - $1) }.max() ?? 0 : .infinity
}

/// The peak signal-to-noise ratio of samples in dB.
func psnr(_ a: [Double], _ b: [Double], largest: Double) -> Double {
  let sum = zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / (largest * largest)
  return sum == 0 ? .infinity : 10 * log10(Double(a.count) / sum)
}

/// A Gaussian filter in double precision, with edges repeated, whose deviations may differ.
func blurred(
  _ samples: [Double], width: Int, sigma: (x: Double, y: Double)
) -> [Double] {
  let height = samples.count / width
  func filtered(
    _ samples: [Double], _ sigma: Double, _ count: Int, _ place: (Int, Int) -> Int
  ) -> [Double] {
    let reach = Int((6 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    var result = samples
    for line in 0..<samples.count / count {
      for index in 0..<count {
        var total = 0.0
        for (offset, weight) in zip(-reach...reach, weights) {
          total += samples[place(line, min(max(index + offset, 0), count - 1))] * weight / sum
        }
        result[place(line, index)] = total
      }
    }
    return result
  }
  let rows = filtered(samples, sigma.x, width) { $0 * width + $1 }
  return filtered(rows, sigma.y, height) { $1 * width + $0 }
}
