import CutawayElementKit
import Glibc

/// The tables of a ``ToneMap`` whose output is SDR.
///
/// The largest component of BT.709 follows the ``ToneCurve``; the others keep their ratio to it, so hue and saturation
/// stay. Colours outside of BT.709 move towards the grey of their luminance, until they are inside.
///
/// Light is a fraction of ``unit``.
struct ToneCurves: Sendable {
  /// A light in cd/m² that no component exceeds: PQ's peak in the primaries of BT.709, inside of which it is moved.
  private static let unit = 0x1p14

  private let isRelative: Bool
  /// By the high 12 bits of a component: the light of the display, or of the scene for HLG.
  private let decoded: [Float]
  /// By the luminance of the scene: HLG's OOTF, as a factor of its components.
  private let gain: LogTable
  /// By the largest component: the factor that makes SDR of it.
  private let compression: LogTable
  /// By SDR light: its signal, as a multiple of the largest component.
  private let encoded: LogTable

  /// Computes the tables.
  ///
  /// - Parameters:
  ///   - function: The transfer function of the input.
  ///   - peak: The light in cd/m² that becomes white, of PQ. That of HLG is the peak of its display.
  ///   - largest: The largest component.
  init(_ function: TransferFunction, peak: Double, largest: Double) {
    isRelative = function == .hlg
    let unit = Self.unit
    decoded = (0..<4096).map { component in
      let signal = Double(component) / 4095
      return switch function {
      case .hlg: Float(TransferFunction.hlgScene(signal))
      case .pq: Float(TransferFunction.pqLight(signal) / unit)
      case .sdr: Float(TransferFunction.sdrLight(signal) / unit)
      }
    }
    let scale = TransferFunction.hlgPeak / unit
    gain = LogTable { luminance in scale * pow(luminance, TransferFunction.hlgGamma - 1) }
    let curve = ToneCurve(peak: function == .hlg ? TransferFunction.hlgPeak : peak)
    compression = LogTable { light in
      light > 0 ? curve(light * unit) / light : unit / TransferFunction.white
    }
    encoded = LogTable { light in TransferFunction.sdrSignal(light) * largest }
  }

  /// The colour red, green, blue, alpha in SDR.
  @inline(__always)
  func mapped<Component: PixelComponent>(_ color: SIMD4<Component>) -> SIMD4<Component> {
    var (red, green, blue) = (
      decoded[index(color.x)], decoded[index(color.y)], decoded[index(color.z)]
    )
    var luminance = 0.2627 * red + 0.6780 * green + 0.0593 * blue
    if isRelative {
      let factor = gain[luminance]
      (red, green, blue) = (red * factor, green * factor, blue * factor)
      luminance *= factor
    }
    // BT.2020 to BT.709 (Recommendation ITU-R BT.2087, inverted).
    let fromRed = SIMD3<Float>(1.660491, -0.124550, -0.018151) * red
    let fromGreen = SIMD3<Float>(-0.587641, 1.132900, -0.100579) * green
    let fromBlue = SIMD3<Float>(-0.072850, -0.008349, 1.118730) * blue
    var light = fromRed + fromGreen + fromBlue
    let smallest = least(light.x, least(light.y, light.z))
    if smallest < 0 {
      let grey = SIMD3<Float>(repeating: luminance)
      light = grey + (light - grey) * (luminance / (luminance - smallest))
    }
    let largest = greatest(light.x, greatest(light.y, light.z))
    let signal = encoded[light * compression[largest]]
    return SIMD4(rounded(signal.x), rounded(signal.y), rounded(signal.z), color.w)
  }

  /// The smaller number, in one instruction.
  @inline(__always)
  private func least(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

  /// The greater number, in one instruction.
  @inline(__always)
  private func greatest(_ a: Float, _ b: Float) -> Float { a > b ? a : b }

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
