import CutawayElementKit
import Glibc
import Synchronization

/// Converts between the numbers of a coding and the working space.
final class ColorCodec: Sendable {
  let coding: ColorCoding
  /// The light of 8-bit numbers.
  let lights: [Float]
  /// The nearest 8-bit numbers, by the upper 19 bits of any light: sign, exponent and 10 bits of the mantissa.
  ///
  /// So nothing must be limited before it is looked up. What is no number counts as 0.
  let bytes: [UInt8]
  /// The numbers of lights from 0 to 1, by their upper 19 bits as ``bytes``.
  let signals: [Float]
  /// The light of numbers from −1¼ to 2¼, by ``places(_:)``: precise enough for video of 8 bits.
  ///
  /// All samples of 8 bits have such numbers: B′ of BT.709 lies from −1.13 to 2.15.
  let videoLights: [Float]
  private let light: CurveTable
  private let signal: CurveTable
  /// The columns of the matrices from and to the primaries of the working space; `nil` for the same.
  private let matrices: (toWorking: [SIMD3<Float>], fromWorking: [SIMD3<Float>])?
  /// By the luminance of an HLG scene, and of a display: the factors of its components.
  private let gains: (toDisplay: CurveTable, toScene: CurveTable)?

  private static let known = Mutex<[ColorCoding: ColorCodec]>([:])

  /// The converter of a coding; it is made once.
  ///
  /// - Parameters:
  ///   - coding: The coding.
  ///   - space: The working space. An unmanaged one takes numbers as they are.
  /// - Returns: The converter.
  static func of(_ coding: ColorCoding, _ space: WorkingSpace) -> ColorCodec {
    let coding = space.isManaged ? coding : .linear
    return known.withLock { known in
      if let codec = known[coding] { return codec }
      let codec = ColorCodec(coding)
      known[coding] = codec
      return codec
    }
  }

  private init(_ coding: ColorCoding) {
    self.coding = coding
    let transfer = coding.transfer
    lights = (0...255).map { Float(transfer.light(Double($0) / 255)) }
    bytes = (0..<UInt32(1) << (32 - Self.stepShift)).map { index in
      // The middle of all numbers of a step.
      let start = Float(bitPattern: index << Self.stepShift)
      let end = Float(bitPattern: (index + 1) << Self.stepShift)
      guard start > 0x1p-24 else { return 0 }
      if start >= 1 { return 255 }
      let signal = transfer.signal(Double((start + end) / 2)) * 255
      return UInt8(min(max(signal.rounded(), 0), 255))
    }
    signals = (0...Float(1).bitPattern >> Self.stepShift).map { index in
      let start = Float(bitPattern: index << Self.stepShift)
      let end = Float(bitPattern: (index + 1) << Self.stepShift)
      guard start > 0x1p-24 else { return 0 }
      return Float(transfer.signal(start == 1 ? 1 : Double(start + end) / 2))
    }
    videoLights = (0...14_336).map { Float(transfer.light(Double($0 - 5_120) / 4_096)) }
    light = CurveTable { transfer.light($0) }
    signal = CurveTable { transfer.signal($0) }
    if coding.primaries == .bt709 {
      matrices = nil
    } else {
      func columns(_ matrix: Matrix3) -> [SIMD3<Float>] {
        [SIMD3<Float>(matrix.x), SIMD3<Float>(matrix.y), SIMD3<Float>(matrix.z)]
      }
      matrices = (columns(coding.primaries.toWorking), columns(coding.primaries.fromWorking))
    }
    if transfer == .hlg {
      // BT.2100, table 5: the OOTF multiplies by the luminance of the scene to the power γ − 1.
      let peak = 1_000.0 / 203
      gains = (
        CurveTable { peak * pow(max($0, 0x1p-20), 0.2) },
        CurveTable { pow(max($0 / peak, pow(0x1p-20, 1.2)), -0.2 / 1.2) / peak }
      )
    } else {
      gains = nil
    }
  }

  /// The mantissa bits that 8-bit results ignore: 1,024 steps an octave remain.
  static let stepShift: UInt32 = 13

  /// The places of numbers in ``videoLights``, or beyond its end.
  @inline(__always)
  static func places(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> {
    let raised = SIMD4<Float>(repeating: -1.25).raised(to: numbers)
    // The mantissa of a number near 2²³ is the nearest integer.
    return (raised * 4_096 + (0x1p23 + 5_120)).bits &- Float(0x1p23).bitPattern
  }

  /// Whether 8-bit numbers are converted by ``lights`` alone.
  var isSimple: Bool { matrices == nil && gains == nil }

  /// The light of numbers.
  @inline(__always)
  func decoded(_ numbers: SIMD3<Float>) -> SIMD3<Float> {
    if coding.transfer == .linear { return toWorking(numbers) }
    return toWorking(SIMD3(light[numbers.x], light[numbers.y], light[numbers.z]))
  }

  /// Converts light in the primaries of the coding; for HLG, light of the scene.
  @inline(__always)
  func toWorking(_ light: SIMD3<Float>) -> SIMD3<Float> {
    var light = light
    if let gains { light *= gains.toDisplay[luminance(light)] }
    if let columns = matrices?.toWorking {
      light = columns[0] * light.x + columns[1] * light.y + columns[2] * light.z
    }
    return light
  }

  /// The numbers of light.
  ///
  /// They may lie outside of 0…1.
  @inline(__always)
  func encoded(_ light: SIMD3<Float>) -> SIMD3<Float> {
    var light = light
    if let columns = matrices?.fromWorking {
      light = columns[0] * light.x + columns[1] * light.y + columns[2] * light.z
    }
    if coding.transfer == .linear { return light }
    if let gains { light *= gains.toScene[luminance(light)] }
    return SIMD3(signal[light.x], signal[light.y], signal[light.z])
  }

  /// The luminance of BT.2020, which HLG's OOTF uses; not 0, for which the tables have no factor.
  @inline(__always)
  private func luminance(_ light: SIMD3<Float>) -> Float {
    max(0x1p-40, 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z)
  }
}
