import CutawayElementKit
import Glibc

/// The transfer functions of Recommendation ITU-R BT.2100 and of SDR.
///
/// Light is in cd/m² ("nits") of the display.
package enum TransferFunction: String, PropertyEnumeration, Codable {
  /// Hybrid log-gamma, with BT.2020 primaries.
  case hlg
  /// SMPTE ST 2084, with BT.2020 primaries.
  case pq
  /// Standard dynamic range: BT.1886, with BT.709 primaries.
  case sdr

  /// The nominal peak of an HLG display, for which the system gamma is 1.2 (BT.2100, table 5).
  static let hlgPeak = 1_000.0
  static let hlgGamma = 1.2

  /// HDR reference white (Report ITU-R BT.2408, table 1), which SDR's white becomes.
  package static let white = 203.0

  /// The light of a PQ signal (BT.2100, table 4: EOTF).
  package static func pqLight(_ signal: Double) -> Double {
    let root = pow(max(0, signal), 1 / 78.84375)
    let ratio = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
    return 10_000 * pow(ratio, 1 / 0.1593017578125)
  }

  /// The PQ signal of a light (BT.2100, table 4: inverse EOTF).
  package static func pqSignal(_ light: Double) -> Double {
    let power = pow(max(0, light) / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  /// The scene light, 0…1, of an HLG signal (BT.2100, table 5: inverse OETF).
  package static func hlgScene(_ signal: Double) -> Double {
    let a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * log(4 * a)
    return signal <= 0.5 ? max(0, signal) * max(0, signal) / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// The HLG signal of a scene light of 0…1 (BT.2100, table 5: OETF).
  package static func hlgSignal(_ scene: Double) -> Double {
    let a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * log(4 * a)
    let light = min(max(scene, 0), 1)
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }

  /// The light of an SDR signal, whose peak is HDR's reference white (BT.1886 and BT.2408).
  static func sdrLight(_ signal: Double) -> Double { white * pow(min(max(signal, 0), 1), 2.4) }
}
