/// A function of numbers in 0…1, looked up with the same relative precision everywhere: 512 entries
/// from any number to its double.
///
/// Below 2⁻²⁴ every number counts as 0.
struct LogTable: Sendable {
  private let values: [Float]

  /// The bits of 2⁻²⁴, without those of the mantissa that are not looked at.
  private static let first = Float(0x1p-24).bitPattern >> 14

  init(_ function: (Double) -> Double) {
    let last = Float(1).bitPattern >> 14
    values =
      [Float(function(0))]
      + (Self.first...last).map { word in
        // The middle of what has these bits in common, but 1 itself.
        let start = Float(bitPattern: word << 14)
        let end = Float(bitPattern: (word + 1) << 14)
        return Float(function(word == last ? 1 : Double((start + end) / 2)))
      }
  }

  /// The value at a number; those out of range count as the nearest in it.
  @inline(__always)
  subscript(_ number: Float) -> Float {
    let word = max(number, 0).bitPattern &>> 14
    return values[min(max(0, Int(word) &- Int(Self.first) &+ 1), values.count &- 1)]
  }
}
