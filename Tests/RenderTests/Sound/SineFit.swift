import Foundation

/// The sine of a known frequency that comes closest to some samples.
struct SineFit {
  let amplitude: Double
  /// How many samples later than sin(2πft) it is; negative if earlier.
  let delay: Double
  /// What is left when it is taken away, relative to it, in dB.
  let residue: Double

  /// - Parameters:
  ///   - samples: What is looked at; its ends are left out.
  ///   - frequency: Cycles a sample.
  ///   - margin: How many samples are left out at each end.
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
