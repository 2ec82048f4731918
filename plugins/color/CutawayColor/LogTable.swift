/// A table of a function of 0…1 with constant relative precision: by default 512 entries per octave.
///
/// Numbers below the lowest octave count as 0.
struct LogTable: Sendable {
  private let values: [Float]
  /// The mantissa bits that the table ignores.
  private let shift: UInt32
  /// A number below the lowest octave, which stands for 0; its bits, without those, are those of the first value.
  private let zero: Float

  /// Computes the table.
  ///
  /// - Parameters:
  ///   - octaves: The number of octaves below 1.
  ///   - bits: The mantissa bits that count.
  ///   - function: The function, at 0 and in the octaves.
  init(octaves: Int = 24, bits: UInt32 = 9, _ function: (Double) -> Double) {
    let shift = 23 - bits
    let first = Float(sign: .plus, exponent: -octaves, significand: 1).bitPattern >> shift
    let last = Float(1).bitPattern >> shift
    values =
      [Float(function(0))]
      + (first...last).map { word in
        // The middle of all numbers with these bits, except for 1 itself.
        let start = Float(bitPattern: word << shift)
        let end = Float(bitPattern: (word + 1) << shift)
        return Float(function(word == last ? 1 : Double((start + end) / 2)))
      }
    self.shift = shift
    zero = Float(bitPattern: (first - 1) << shift)
  }

  /// The value for a number, which is clamped to the range.
  @inline(__always)
  subscript(_ number: Float) -> Float {
    let number = number > zero ? number : zero
    return value((number < 1 ? number : 1).bitPattern)
  }

  @inline(__always)
  private func value(_ bits: UInt32) -> Float {
    values[Int(truncatingIfNeeded: bits &>> shift &- zero.bitPattern &>> shift)]
  }
}
