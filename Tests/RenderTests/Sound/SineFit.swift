import Foundation

/// The sine of a known frequency that fits samples best.
struct SineFit {
  let amplitude: Double
  /// The delay in samples relative to sin(2πft); negative if earlier.
  let delay: Double
  /// The residual relative to the sine, in dB.
  let residue: Double

  /// - Parameters:
  ///   - samples: The samples, whose ends are ignored.
  ///   - frequency: Cycles per sample.
  ///   - margin: The number of ignored samples at each end.
  init(_ samples: [Float], frequency: Double, leavingOut margin: Int) {
    let step = 2 * Double.pi * frequency, range = margin..<samples.count - margin
    var (ss, sc, cc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in range {
      let (s, c, x) = (sin(step * Double(index)), cos(step * Double(index)), Double(samples[index]))
      ss += s * s
      sc += s * c
      cc += c * c
      xs += x * s
      xc += x * c
    }
    let determinant = ss * cc - sc * sc
    let a = (xs * cc - xc * sc) / determinant, b = (xc * ss - xs * sc) / determinant
    amplitude = (a * a + b * b).squareRoot()
    delay = -atan2(b, a) / step
    let rest = range.reduce(0.0) { sum, index in
      let ideal = a * sin(step * Double(index)) + b * cos(step * Double(index))
      return sum + (Double(samples[index]) - ideal) * (Double(samples[index]) - ideal)
    }
    residue = 10 * log10(rest / Double(range.count) / (amplitude * amplitude / 2))
  }
}
