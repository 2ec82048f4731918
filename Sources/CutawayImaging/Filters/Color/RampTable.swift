/// A table of a function of numbers from 0 to 1, with 1,024 steps and linear interpolation.
struct RampTable: Sendable {
  private let values: [Float]
  private static let last: Float = 1_024

  init(_ function: (Double) -> Double) {
    values = (0...Int(Self.last)).map { Float(function(Double($0) / Double(Self.last))) }
  }

  /// The value at a number.
  ///
  /// Smaller numbers, and what is none, count as 0, greater ones as 1.
  @inline(__always)
  subscript(_ number: Float) -> Float {
    let place = number > 0 ? min(number, 1) * Self.last : 0
    // The step is read from the mantissa: conversions that trap take longer.
    let rounded = max(0, min(place - 0.5, Self.last - 1)) + 0x1p23
    let index = Int(truncatingIfNeeded: rounded.bitPattern & 0x7F_FFFF)
    let part = place - (rounded - 0x1p23)
    return values[index] + part * (values[index &+ 1] - values[index])
  }
}
