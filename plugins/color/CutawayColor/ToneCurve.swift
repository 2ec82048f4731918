import Glibc

/// The curve from light of HDR to light of SDR.
///
/// Light up to a knee keeps its ratio to reference white, so that skin and what is darker stay in place. Above it, a
/// logarithm with the same slope at the knee leads to the peak, which becomes white.
struct ToneCurve: Sendable {
  /// The light in cd/m² where compression begins: skin is darker (Report ITU-R BT.2408, table 2).
  static let knee = 100.0

  /// The light in cd/m² that becomes white.
  let peak: Double
  /// The parameter of the logarithm; `nil` if the peak is reference white, and nothing is compressed.
  private let scale: Double?

  /// Finds the logarithm for a peak in cd/m².
  init(peak: Double) {
    self.peak = max(peak, TransferFunction.white)
    let start = Self.knee / TransferFunction.white
    let excess = self.peak / TransferFunction.white - start
    guard self.peak > TransferFunction.white else {
      scale = nil
      return
    }
    // The value at the peak grows with the scale.
    var low = 0x1p-10, high = 0x1p20
    for _ in 0..<100 {
      let middle = (low * high).squareRoot()
      if middle * log1p(excess / middle) < 1 - start { low = middle } else { high = middle }
    }
    scale = high
  }

  /// The light of SDR, 0…1, for a light in cd/m².
  func callAsFunction(_ light: Double) -> Double {
    guard light < peak else { return 1 }
    guard let scale, light > Self.knee else { return light / TransferFunction.white }
    let start = Self.knee / TransferFunction.white
    return start + scale * log1p((light / TransferFunction.white - start) / scale)
  }
}
