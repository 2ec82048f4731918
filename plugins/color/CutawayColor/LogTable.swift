/// A table of a function of 0…1 with constant relative precision: 512 entries per octave.
///
/// Numbers below 2⁻²⁴ count as 0.
struct LogTable: Sendable {
  private let values: [Float]

  /// The bits of 2⁻²⁴, without the mantissa bits that the table ignores.
  private static let first = Float(0x1p-24).bitPattern >> 14

  init(_ function: (Double) -> Double) {
    let last = Float(1).bitPattern >> 14
    values =
      [Float(function(0))]
      + (Self.first...last).map { word in
        // The middle of all numbers with these bits, except for 1 itself.
        let start = Float(bitPattern: word << 14)
        let end = Float(bitPattern: (word + 1) << 14)
        return Float(function(word == last ? 1 : Double((start + end) / 2)))
      }
  }

  /// The value for a number, which is clamped to the range.
  @inline(__always)
  subscript(_ number: Float) -> Float {
    let word = max(number, 0).bitPattern &>> 14
    return values[min(max(0, Int(word) &- Int(Self.first) &+ 1), values.count &- 1)]
  }
}
