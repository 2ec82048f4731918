import Glibc

/// A low-pass filter for resampling: a table of a sinc function in a Kaiser window.
///
/// With 48 zero crossings per side and β = 10, it attenuates everything above half the lower
/// sampling rate by 100 dB, and passes everything below 0.93 of it (J. F. Kaiser, "Nonrecursive
/// digital filter design using the I0-sinh window function", 1974).
enum SincKernel {
  /// The number of zero crossings per side.
  static let crossings = 48
  /// The fraction of the band that passes, which leaves room for the filter's slope.
  static let passband = 0.93
  /// The number of values per crossing; linear interpolation between them is accurate to -110 dB.
  private static let density = 1_024
  private static let beta = 10.0

  /// One side of the kernel, from the centre outwards.
  private static let table: [Float] = {
    let count = crossings * density
    return (0...count + 1).map { index in
      if index >= count { return 0 }
      let x = Double(index) / Double(density), y = Double(index) / Double(count)
      let sinc = index == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return Float(sinc * bessel(beta * (1 - y * y).squareRoot()) / bessel(beta))
    }
  }()

  /// The modified Bessel function of the first kind, order 0, as a series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0, term = 1.0
    for k in 1..<60 {
      term *= (x / 2) * (x / 2) / Double(k * k)
      sum += term
    }
    return sum
  }

  /// Writes the weights of samples at consecutive distances.
  ///
  /// - Parameters:
  ///   - weights: The weights to write, one per sample; their sum becomes 1.
  ///   - first: The distance of the first sample from the wanted position, in samples.
  ///   - scale: Crossings per sample: 1, or less for a narrower band.
  static func fill(_ weights: inout [Float], from first: Double, scale: Double) {
    var sum: Float = 0
    let step = scale * Double(density), end = Double(crossings * density)
    for index in weights.indices {
      let place = abs(first + Double(index)) * step
      guard place < end else {
        weights[index] = 0
        continue
      }
      let low = Int(place), part = Float(place - Double(low))
      let weight = table[low] + (table[low + 1] - table[low]) * part
      weights[index] = weight
      sum += weight
    }
    for index in weights.indices { weights[index] /= sum }
  }
}
