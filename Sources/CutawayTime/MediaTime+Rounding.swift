extension MediaTime {
  /// The time in seconds, rounded to the nearest `Double`.
  ///
  /// Use it for display and for ramps, never for cuts.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// The number of whole `unit`s in this time, rounded towards negative infinity.
  ///
  /// - Precondition: `unit` is greater than zero.
  public func floored(in unit: MediaTime) -> Int64 {
    let (quotient, remainder) = divided(by: unit)
    return clamped(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The number of `unit`s needed to reach this time, rounded towards positive infinity.
  ///
  /// - Precondition: `unit` is greater than zero.
  public func ceiled(in unit: MediaTime) -> Int64 {
    let (quotient, remainder) = divided(by: unit)
    return clamped(remainder > 0 ? quotient + 1 : quotient)
  }

  /// The nearest whole number of `unit`s; halves go up.
  ///
  /// - Precondition: `unit` is greater than zero.
  public func rounded(in unit: MediaTime) -> Int64 {
    (self * 2 + unit).floored(in: unit * 2)
  }

  /// This time in nanoseconds, rounded towards zero.
  ///
  /// It equals `gst_util_uint64_scale(numerator, 10⁹, denominator)`, so the end of a frame is
  /// exactly the start of the next.
  public var nanoseconds: Int64 {
    clamped(Int128(numerator) * 1_000_000_000 / Int128(denominator))
  }

  /// Creates a time from a whole number of nanoseconds.
  public init(nanoseconds: Int64) {
    self.init(nanoseconds, over: 1_000_000_000)
  }

  private func divided(by unit: MediaTime) -> (quotient: Int128, remainder: Int128) {
    precondition(unit.numerator > 0, "a unit must be greater than zero")
    return (Int128(numerator) * Int128(unit.denominator))
      .quotientAndRemainder(dividingBy: Int128(denominator) * Int128(unit.numerator))
  }
}

private func clamped(_ value: Int128) -> Int64 { Int64(clamping: value) }
