extension MediaTime: AdditiveArithmetic {
  /// The sum, exact where it fits 64 bits; see ``MediaTime`` for the rounding beyond that.
  public static func + (a: Self, b: Self) -> Self {
    combine(a, b) { $0 + $1 }
  }

  /// The difference, exact where it fits 64 bits; see ``MediaTime`` for the rounding beyond that.
  public static func - (a: Self, b: Self) -> Self {
    combine(a, b) { $0 - $1 }
  }

  private static func combine(_ a: Self, _ b: Self, _ operation: (Int128, Int128) -> Int128) -> Self
  {
    if a.denominator == b.denominator {
      return MediaTime(
        reducing: operation(Int128(a.numerator), Int128(b.numerator)), over: Int128(a.denominator))
    }
    // Both products are below 2^126, so neither they nor their sum can overflow.
    let left = Int128(a.numerator) * Int128(b.denominator)
    let right = Int128(b.numerator) * Int128(a.denominator)
    return MediaTime(
      reducing: operation(left, right), over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The time at the same distance from zero on the other side.
  public static prefix func - (a: Self) -> Self { .zero - a }

  /// The time multiplied by an integer.
  public static func * (a: Self, factor: Int) -> Self {
    MediaTime(reducing: Int128(a.numerator) * Int128(factor), over: Int128(a.denominator))
  }

  /// The product of two fractions, for example of a duration and a speed.
  public static func * (a: Self, b: Self) -> Self {
    MediaTime(
      reducing: Int128(a.numerator) * Int128(b.numerator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The ratio of two durations.
  ///
  /// - Precondition: `b` is not zero.
  public static func / (a: Self, b: Self) -> Self {
    precondition(b.numerator != 0, "division by a length of zero")
    let sign: Int128 = b.numerator < 0 ? -1 : 1
    return MediaTime(
      reducing: sign * Int128(a.numerator) * Int128(b.denominator),
      over: Int128(b.numerator).magnitudeAsSigned * Int128(a.denominator))
  }
}

extension Int128 {
  fileprivate var magnitudeAsSigned: Int128 { self < 0 ? -self : self }
}
