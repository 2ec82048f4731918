import CutawayColor
import Glibc

/// What the numbers of an image mean: its transfer function and its primaries.
public struct ColorCoding: Sendable, Hashable {
  /// The function between light and numbers.
  public var transfer: Transfer
  /// The primary colours.
  public var primaries: Primaries

  /// Creates a coding.
  public init(_ transfer: Transfer, _ primaries: Primaries = .bt709) {
    (self.transfer, self.primaries) = (transfer, primaries)
  }

  /// IEC 61966-2-1.
  public static let sRGB = ColorCoding(.sRGB)
  /// BT.709 as it is shown, with a gamma of 1.961.
  public static let bt709 = ColorCoding(.bt709)
  /// Light, with the primaries of BT.709.
  public static let linear = ColorCoding(.linear)

  /// The function between light and numbers.
  ///
  /// Light of 1 is white; that of HDR is 203 cd/m² (BT.2408).
  public enum Transfer: Sendable, Hashable {
    /// Numbers are light.
    case linear
    /// IEC 61966-2-1.
    case sRGB
    /// BT.709, and BT.2020 for SDR: a gamma of 1.961.
    ///
    /// So Apple's frameworks convert frames with this transfer function. The inverse of the camera curve, whose light
    /// is that of the scene, would show dark parts too bright beside pictures in sRGB: 20 of 255 would become 36.
    case bt709
    /// A power.
    case gamma(Double)
    /// BT.2100 HLG, with the system gamma of a display of 1,000 cd/m².
    case hlg
    /// BT.2100 PQ.
    case pq

    private static let videoGamma = 1.961
    /// The light of PQ's largest number, and the slope of light there.
    private static let pqPeak = 10_000 / TransferFunction.white
    private static let pqSlope =
      (pqPeak - TransferFunction.pqLight(0.999) / TransferFunction.white) / 0.001

    /// The light of a number.
    ///
    /// For HLG it is the light of the scene.
    func light(_ signal: Double) -> Double {
      if signal < 0 { return -light(-signal) }
      return switch self {
      case .linear: signal
      case .sRGB: signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
      case .bt709: pow(signal, Self.videoGamma)
      case .gamma(let power): pow(signal, power)
      case .hlg: TransferFunction.hlgScene(signal)
      // Video may have numbers above 1 for a component; there the curve goes on as a line.
      case .pq:
        TransferFunction.pqLight(min(signal, 1)) / TransferFunction.white
          + max(0, signal - 1) * Self.pqSlope
      }
    }

    /// The number for a light.
    func signal(_ light: Double) -> Double {
      if light < 0 { return -signal(-light) }
      return switch self {
      case .linear: light
      case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      case .bt709: pow(light, 1 / Self.videoGamma)
      case .gamma(let power): pow(light, 1 / power)
      // Beyond 1 the curve goes on, so that video with such numbers keeps them.
      case .hlg:
        light <= 1
          ? TransferFunction.hlgSignal(light)
          : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
      case .pq:
        TransferFunction.pqSignal(min(light, Self.pqPeak) * TransferFunction.white)
          + max(0, light - Self.pqPeak) / Self.pqSlope
      }
    }
  }

  /// Primary colours, with the white of D65.
  public enum Primaries: Sendable, Hashable {
    /// BT.709 and sRGB.
    case bt709
    /// Display P3.
    case displayP3
    /// BT.2020 and BT.2100.
    case bt2020
    /// SMPTE C, of NTSC.
    case smpteC
    /// EBU Tech 3213, of PAL.
    case ebu3213

    /// The chromaticities of red, green and blue.
    private var chromaticities: [SIMD2<Double>] {
      switch self {
      case .bt709: [SIMD2(0.640, 0.330), SIMD2(0.300, 0.600), SIMD2(0.150, 0.060)]
      case .displayP3: [SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060)]
      case .bt2020: [SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046)]
      case .smpteC: [SIMD2(0.630, 0.340), SIMD2(0.310, 0.595), SIMD2(0.155, 0.070)]
      case .ebu3213: [SIMD2(0.640, 0.330), SIMD2(0.290, 0.600), SIMD2(0.150, 0.060)]
      }
    }

    /// The matrix from red, green and blue to CIE XYZ (SMPTE RP 177).
    private var toXYZ: Matrix3 {
      let columns = chromaticities.map { SIMD3($0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y) }
      let matrix = Matrix3(columns[0], columns[1], columns[2])
      let white = SIMD3(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
      let scale = matrix.inverted * white
      return Matrix3(columns[0] * scale.x, columns[1] * scale.y, columns[2] * scale.z)
    }

    /// The matrix from light in these primaries to light in those of BT.709.
    var toWorking: Matrix3 { Primaries.bt709.toXYZ.inverted * toXYZ }
    /// The matrix from light in the primaries of BT.709 to light in these.
    var fromWorking: Matrix3 { toXYZ.inverted * Primaries.bt709.toXYZ }
  }
}

/// A matrix of three columns.
struct Matrix3: Sendable {
  var x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.x * vector.x + matrix.y * vector.y + matrix.z * vector.z
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a * b.x, a * b.y, a * b.z) }

  /// The inverse, of a matrix that has one.
  var inverted: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (first, second, third) = (cross(y, z), cross(z, x), cross(x, y))
    let determinant = (x * first).sum()
    return Matrix3(
      SIMD3(first.x, second.x, third.x) / determinant,
      SIMD3(first.y, second.y, third.y) / determinant,
      SIMD3(first.z, second.z, third.z) / determinant)
  }
}
