import CutawayElementKit
import Glibc

/// The tables of a ``ToneMap``.
struct ToneCurves: Sendable {
  private let isRelative: Bool
  /// By the high 12 bits of a component: the compressed light for PQ, the scene light for HLG.
  private let decoded: [Float]
  /// By the luminance of the scene: the factor of HLG's system gamma for its components.
  private let gain: LogTable
  /// By a light as a fraction of HLG's peak: the compressed light.
  private let compressed: LogTable
  /// By SDR light: its signal, as a multiple of the largest component.
  private let encoded: LogTable

  /// Computes the tables; `largest` is the largest component.
  init(_ function: TransferFunction, peak: Double, largest: Double) {
    isRelative = function == .hlg
    let signals = (0..<4096).map { Double($0) / 4095 }
    decoded = signals.map { signal in
      switch function {
      case .hlg: Float(TransferFunction.hlgScene(signal))
      case .pq:
        Float(TransferFunction.compressed(TransferFunction.pqLight(signal), peak: peak))
      case .sdr: Float(TransferFunction.sdrLight(signal) / TransferFunction.white)
      }
    }
    gain = LogTable { luminance in pow(luminance, TransferFunction.hlgGamma - 1) }
    compressed = LogTable { light in
      TransferFunction.compressed(
        light * TransferFunction.hlgPeak, peak: TransferFunction.hlgPeak)
    }
    encoded = LogTable { light in TransferFunction.sdrSignal(light) * largest }
  }

  /// The colour red, green, blue, alpha in SDR.
  @inline(__always)
  func mapped<Component: PixelComponent>(_ color: SIMD4<Component>) -> SIMD4<Component> {
    var red = decoded[index(color.x)]
    var green = decoded[index(color.y)]
    var blue = decoded[index(color.z)]
    if isRelative {
      let factor = gain[0.2627 * red + 0.6780 * green + 0.0593 * blue]
      red = compressed[red * factor]
      green = compressed[green * factor]
      blue = compressed[blue * factor]
    }
    // BT.2020 to BT.709 (Recommendation ITU-R BT.2087, inverted).
    return SIMD4(
      rounded(encoded[1.660491 * red - 0.587641 * green - 0.072850 * blue]),
      rounded(encoded[-0.124550 * red + 1.132900 * green - 0.008349 * blue]),
      rounded(encoded[-0.018151 * red - 0.100579 * green + 1.118730 * blue]),
      color.w)
  }

  /// The high 12 bits of a component; 8 bits are repeated.
  @inline(__always)
  private func index<Component: PixelComponent>(_ component: Component) -> Int {
    Component.bitWidth == 16
      ? Int(truncatingIfNeeded: component) &>> 4
      : Int(truncatingIfNeeded: component) &<< 4 | Int(truncatingIfNeeded: component) &>> 4
  }

  /// The nearest integer of a number in 0…65,535, read from the mantissa.
  ///
  /// Conversions that trap would cost more than everything else here.
  @inline(__always)
  private func rounded<Component: PixelComponent>(_ value: Float) -> Component {
    Component(truncatingIfNeeded: (value + 0x1p23).bitPattern)
  }
}
