/// A table of a function of 0…1 with constant relative precision: by default 512 entries per octave.
///
/// Numbers below the lowest octave count as 0.
struct LogTable: Sendable {
  private let values: [Float]
  /// The mantissa bits that the table ignores.
  private let shift: UInt32
  /// The bits of the smallest number, without those.
  private let first: UInt32

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
    self.first = first
  }

  /// The value for a number, which is clamped to the range.
  @inline(__always)
  subscript(_ number: Float) -> Float {
    let word = max(number, 0).bitPattern &>> shift
    return values[min(max(0, Int(word) &- Int(first) &+ 1), values.count &- 1)]
  }
}
