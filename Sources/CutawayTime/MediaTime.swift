/// A time or a duration: an exact fraction of seconds, in lowest terms.
///
/// Two times are equal if they denote the same instant, regardless of the timescale that they were
/// created with: `MediaTime(1, over: 2) == MediaTime(300, over: 600)`.
///
/// Arithmetic is exact as long as the numerator and the denominator of the reduced result fit 64
/// bits. Otherwise (which takes timescales that no file has) the result is rounded to the nearest
/// fraction that fits. Arithmetic never traps.
public struct MediaTime: Sendable, Hashable {
  /// The time in units of 1/``denominator`` seconds.
  public let numerator: Int64

  /// The timescale, in units per second: greater than zero, without a common divisor with
  /// ``numerator``.
  public let denominator: Int64

  /// Creates the time of `value / timescale` seconds.
  ///
  /// - Precondition: `timescale` is greater than zero.
  public init(_ value: Int64, over timescale: Int64 = 1) {
    precondition(timescale > 0, "a timescale must be greater than zero")
    self.init(reducing: Int128(value), over: Int128(timescale))
  }

  /// Time 0.
  public static let zero = MediaTime(0)

  /// Reduces a fraction, and rounds it if it does not fit 64 bits.
  init(reducing value: Int128, over timescale: Int128) {
    // Nearly all fractions fit, and 64-bit arithmetic is many times as fast.
    if let numerator = Int64(exactly: value), let denominator = Int64(exactly: timescale) {
      let divisor = greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
      self.numerator = numerator / Int64(clamping: divisor)
      self.denominator = denominator / Int64(clamping: divisor)
      return
    }
    let divisor = greatestCommonDivisor(value.magnitude, timescale.magnitude)
    var numerator = value / Int128(divisor)
    var denominator = timescale / Int128(divisor)
    while Int64(exactly: denominator) == nil || Int64(exactly: numerator) == nil {
      guard denominator > 1 else {
        self.numerator = numerator < 0 ? .min + 1 : .max
        self.denominator = 1
        return
      }
      // Halving both keeps the value. The numerator is rounded half away from zero.
      numerator = (numerator + (numerator < 0 ? -1 : 1)) / 2
      denominator = max(1, denominator / 2)
    }
    let rest = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    self.numerator = Int64(numerator / rest)
    self.denominator = Int64(denominator / rest)
  }
}

private func greatestCommonDivisor<Number: FixedWidthInteger & UnsignedInteger>(
  _ a: Number, _ b: Number
) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}

extension MediaTime: Comparable {
  /// Compares exactly, without rounding.
  public static func < (a: Self, b: Self) -> Bool {
    Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }
}
