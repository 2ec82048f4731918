package import CutawayElementKit
import Glibc

/// The tables of a ``ToneMap`` whose output is HLG or PQ.
///
/// Light is a fraction of the peak of the output: 1,000 cd/m² for HLG, 10,000 for PQ.
package struct LightCurves: Sendable {
  private let input: TransferFunction
  private let output: TransferFunction
  /// By a component of 16 bits: the light of the display, or of the scene for HLG.
  private let decoded: [Float]
  /// By the luminance of the scene: HLG's OOTF, as a factor of its components.
  private let gain: LogTable
  /// By the luminance of the display: the inverse OOTF.
  private let inverseGain: LogTable
  /// By a light: the signal, as a multiple of the largest component.
  private let encoded: LogTable

  /// Computes the tables; `largest` is the largest component.
  package init(from input: TransferFunction, to output: TransferFunction, largest: Double) {
    self.input = input
    self.output = output
    let peak = output == .hlg ? TransferFunction.hlgPeak : 10_000
    decoded = (0...65_535).map { component in
      let signal = Double(component) / 65_535
      return switch input {
      case .hlg: Float(TransferFunction.hlgScene(signal))
      case .pq: Float(TransferFunction.pqLight(signal) / peak)
      case .sdr: Float(TransferFunction.sdrLight(signal) / peak)
      }
    }
    let gamma = TransferFunction.hlgGamma, scale = TransferFunction.hlgPeak / peak
    gain = LogTable { luminance in scale * pow(luminance, gamma - 1) }
    // Below the lowest octave, the factor would be infinite.
    inverseGain = LogTable { luminance in pow(max(luminance, 0x1p-24), (1 - gamma) / gamma) }
    // The lowest steps of PQ are 2⁻⁴⁰ of its peak.
    encoded = LogTable(octaves: 40, bits: 11) { light in
      largest
        * (output == .hlg
          ? TransferFunction.hlgSignal(light)
          : TransferFunction.pqSignal(light * 10_000))
    }
  }

  /// The colour red, green, blue, alpha in the other transfer function.
  @inline(__always)
  package func mapped<Component: PixelComponent>(_ color: SIMD4<Component>) -> SIMD4<Component> {
    if input == output { return color }
    let signal = signal(index(color.x), index(color.y), index(color.z))
    return SIMD4(rounded(signal.x), rounded(signal.y), rounded(signal.z), color.w)
  }

  /// Red, green and blue in the other transfer function for components of 16 bits.
  @inline(__always)
  func signal(_ red: Int, _ green: Int, _ blue: Int) -> SIMD3<Float> {
    var (red, green, blue) = (decoded[red], decoded[green], decoded[blue])
    switch input {
    case .hlg:
      let factor = gain[Self.luminance(red, green, blue)]
      (red, green, blue) = (red * factor, green * factor, blue * factor)
    case .sdr:
      // BT.709 to BT.2020 (Recommendation ITU-R BT.2087).
      (red, green, blue) = (
        0.627404 * red + 0.329283 * green + 0.043313 * blue,
        0.069097 * red + 0.919540 * green + 0.011362 * blue,
        0.016391 * red + 0.088013 * green + 0.895595 * blue
      )
    case .pq: break
    }
    if output == .hlg {
      // What is brighter than the peak is clipped before the OOTF is inverted, so that it stays
      // white.
      (red, green, blue) = (min(red, 1), min(green, 1), min(blue, 1))
      let factor = inverseGain[Self.luminance(red, green, blue)]
      (red, green, blue) = (red * factor, green * factor, blue * factor)
    }
    return SIMD3(encoded[red], encoded[green], encoded[blue])
  }

  /// The luminance of BT.2020.
  @inline(__always)
  private static func luminance(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    0.2627 * red + 0.6780 * green + 0.0593 * blue
  }

  @inline(__always)
  private func index<Component: PixelComponent>(_ component: Component) -> Int {
    Component.bitWidth == 16
      ? Int(truncatingIfNeeded: component) : Int(truncatingIfNeeded: component) &* 257
  }

  /// The nearest integer of a number in 0…65,535, read from the mantissa.
  ///
  /// Conversions that trap would cost more than everything else here.
  @inline(__always)
  private func rounded<Component: PixelComponent>(_ value: Float) -> Component {
    Component(truncatingIfNeeded: (value + 0x1p23).bitPattern)
  }
}
