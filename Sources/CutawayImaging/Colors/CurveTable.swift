import Glibc
import Synchronization

/// A table of a function of numbers from 0 to 2¹², with 256 steps per octave and linear interpolation.
///
/// The relative error of a smooth function is some 10⁻⁶. Functions are odd: negative numbers give negative
/// results.
struct CurveTable: Sendable {
  private let values: [Float]
  /// The exponents of the smallest number and of the end.
  private static let octaves = -44..<12
  /// The mantissa bits below a step.
  private static let shift: UInt32 = 15
  private static let first =
    Float(sign: .plus, exponent: octaves.lowerBound, significand: 1).bitPattern >> shift
  private static let last =
    Float(sign: .plus, exponent: octaves.upperBound, significand: 1).bitPattern >> shift
  /// The slope below the smallest number.
  private let slope: Float

  /// Computes the table of a power.
  ///
  /// The last few are kept, because programs make their filters for each frame.
  static func power(_ exponent: Double) -> CurveTable {
    powers.withLock { powers in
      if let known = powers.first(where: { $0.exponent == exponent }) { return known.table }
      let table = CurveTable { min(pow($0, exponent), 0x1p60) }
      powers.insert((exponent, table), at: 0)
      if powers.count > 8 { powers.removeLast() }
      return table
    }
  }

  private static let powers = Mutex<[(exponent: Double, table: CurveTable)]>([])

  init(_ function: (Double) -> Double) {
    values = (Self.first...Self.last + 1).map { word in
      Float(function(Double(Float(bitPattern: word << Self.shift))))
    }
    slope = values[0] / Float(bitPattern: Self.first << Self.shift)
  }

  @inline(__always)
  subscript(_ number: Float) -> Float {
    let bits = number.magnitude.bitPattern
    let word = bits &>> Self.shift
    var value: Float
    if word < Self.first {
      value = number.magnitude * slope
    } else {
      let index = Int(min(word, Self.last) &- Self.first)
      let part = Float(bits & ((1 &<< Self.shift) &- 1)) * 0x1p-15
      value = values[index] + part * (values[index &+ 1] - values[index])
    }
    if number < 0 { value = -value }
    return value
  }
}
