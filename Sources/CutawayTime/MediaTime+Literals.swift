extension MediaTime: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a time from a whole number of seconds.
  public init(integerLiteral seconds: Int64) { self.init(seconds) }

  /// Creates the time that a decimal literal denotes, exactly: `2.7` is 27/10 seconds.
  ///
  /// A literal of more than 15 significant digits is rounded to those of a `Double`. A literal
  /// beyond 64 bits becomes the nearest time.
  public init(floatLiteral seconds: Double) {
    self = Self(seconds: seconds) ?? Self(seconds < 0 ? .min + 1 : .max)
  }

  /// Creates the time that the shortest decimal notation of a number denotes: 2.7 is 27/10 seconds.
  ///
  /// Computed numbers carry the errors of binary arithmetic. Where a time must be exact, compute
  /// with `MediaTime`, or use ``init(_:over:)``.
  ///
  /// The result is `nil` if the number is not finite or does not fit 64 bits.
  public init?(seconds: Double) {
    guard seconds.isFinite else { return nil }
    if let time = Self(seconds.description) {
      self = time
    } else {
      // Very small numbers need more digits than 64 bits hold: the nearest multiple of 10⁻¹⁸.
      guard abs(seconds) < 1 else { return nil }
      self.init(Int64((seconds * 1e18).rounded()), over: 1_000_000_000_000_000_000)
    }
  }
}
