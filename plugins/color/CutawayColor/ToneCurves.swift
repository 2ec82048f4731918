import CutawayElementKit
import Glibc

/// The tables of a ``ToneMap`` whose output is SDR.
///
/// The largest component of BT.709 follows the ``ToneCurve``; the others keep their ratio to it, so hue and saturation
/// stay. Colours outside of BT.709 move towards the grey of their luminance, until they are inside.
///
/// Neither that nor the matrix depends on the unit of light. HLG's OOTF, the curve and the power of the signal are
/// therefore sums of logarithms, which need few steps one after the other.
struct ToneCurves: Sendable {
  private let isRelative: Bool
  /// By 12 bits of a component: the light of the display as a multiple of reference white; of the scene for HLG.
  private let decoded: [Float]
  /// By the logarithm of the largest component: what the curve adds to the logarithm of the signal.
  private let compression: [Float]
  /// The logarithm of the peak of HLG as a multiple of reference white.
  private let peak = Float(log2(TransferFunction.hlgPeak / TransferFunction.white))

  /// The logarithms between which the table lies: compression begins at −1.02, and PQ ends at 6.4.
  private static let first: Float = -1.1
  private static let last: Float = 6.5
  /// The last index of the tables.
  private static let largest: Float = 4_095
  /// The power from light to the signal (Recommendation ITU-R BT.1886).
  private static let power: Float = 1 / 2.4

  /// Computes the tables.
  ///
  /// - Parameters:
  ///   - function: The transfer function of the input.
  ///   - peak: The light in cd/m² that becomes white, of PQ. That of HLG is the peak of its display.
  init(_ function: TransferFunction, peak: Double) {
    let white = TransferFunction.white
    func table(_ value: (_ part: Double) -> Double) -> [Float] {
      (0...Int(Self.largest)).map { Float(value(Double($0) / Double(Self.largest))) }
    }
    isRelative = function == .hlg
    decoded = table { signal in
      switch function {
      case .hlg: TransferFunction.hlgScene(signal)
      case .pq: TransferFunction.pqLight(signal) / white
      case .sdr: TransferFunction.sdrLight(signal) / white
      }
    }
    let curve = ToneCurve(peak: function == .hlg ? TransferFunction.hlgPeak : peak)
    compression = table { part in
      let logarithm = Double(Self.first) + part * Double(Self.last - Self.first)
      return (log2(curve(white * exp2(logarithm))) - logarithm) * Double(Self.power)
    }
  }

  /// Four colours of SDR, which may exceed 1 by rounding.
  @inline(__always)
  func mapped(_ block: ColorBlock) -> ColorBlock {
    let red = light(block.red), green = light(block.green), blue = light(block.blue)
    let luminance = red * 0.2627 + (green * 0.6780 + blue * 0.0593)
    // BT.2020 to BT.709 (Recommendation ITU-R BT.2087, inverted).
    let r = red * 1.660491 - (green * 0.587641 + blue * 0.072850)
    let g = green * 1.132900 - (red * 0.124550 + blue * 0.008349)
    let b = blue * 1.118730 - (red * 0.018151 + green * 0.100579)
    // The part of the way from grey on which no component is below 0.
    let smallest = r.lowered(to: g).lowered(to: b).lowered(to: SIMD4())
    let part = luminance / (luminance.raised(to: SIMD4(repeating: 0x1p-40)) - smallest)
    var logarithms = (
      logarithm(luminance + (r - luminance) * part), logarithm(luminance + (g - luminance) * part),
      logarithm(luminance + (b - luminance) * part)
    )
    if isRelative {
      // HLG's OOTF multiplies by the power 0.2 of the scene's luminance.
      let gain = logarithm(luminance) * 0.2 + peak
      logarithms = (logarithms.0 + gain, logarithms.1 + gain, logarithms.2 + gain)
    }
    let greatest = logarithms.0.raised(to: logarithms.1).raised(to: logarithms.2)
    let change = compressed(greatest)
    return ColorBlock(
      red: (logarithms.0 * Self.power + change).powerOfTwo,
      green: (logarithms.1 * Self.power + change).powerOfTwo,
      blue: (logarithms.2 * Self.power + change).powerOfTwo, alpha: block.alpha)
  }

  /// The logarithms of numbers; about −127 of those up to 0.
  @inline(__always)
  private func logarithm(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
    numbers.raised(to: SIMD4()).binaryLogarithm
  }

  /// The light of four components.
  @inline(__always)
  private func light(_ components: SIMD4<Float>) -> SIMD4<Float> {
    values(of: decoded, at: components * Self.largest)
  }

  /// What the curve adds to the logarithms of four signals.
  @inline(__always)
  private func compressed(_ logarithms: SIMD4<Float>) -> SIMD4<Float> {
    let limited = logarithms.limited(
      SIMD4(repeating: Self.first), SIMD4(repeating: Self.last))
    return values(
      of: compression, at: (limited - Self.first) * (Self.largest / (Self.last - Self.first)))
  }

  /// The nearest values of a table of 4,096.
  @inline(__always)
  private func values(of table: [Float], at places: SIMD4<Float>) -> SIMD4<Float> {
    let places = places.steps & 0xFFF
    return SIMD4(
      table[Int(truncatingIfNeeded: places.x)], table[Int(truncatingIfNeeded: places.y)],
      table[Int(truncatingIfNeeded: places.z)], table[Int(truncatingIfNeeded: places.w)])
  }
}
