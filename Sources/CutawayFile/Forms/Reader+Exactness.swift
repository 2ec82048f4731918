import CutawayTime

extension MediaTime {
  /// Whether the format allows the time: up to 10⁹ seconds, with a denominator of up to 10⁹.
  ///
  /// Sums and differences of two such times are exact.
  var isWithinLimits: Bool {
    denominator <= 1_000_000_000 && self <= MediaTime(1_000_000_000)
      && self >= MediaTime(-1_000_000_000)
  }
}

extension Reader {
  /// Reads a number exactly.
  ///
  /// The number as written must lie within the bounds.
  mutating func exactNumber(
    _ value: SourceValue, as name: String, in bounds: ClosedRange<Double>
  ) -> MediaTime? {
    guard let scalar = value.scalar, let number = scalar.double, bounds.contains(number) else {
      return expected(name, in: value)
    }
    return exact(MediaTime(scalar.text), in: value)
  }

  /// Reports a time that exceeds the limits.
  ///
  /// `nil` stands for one that does not fit 64 bits.
  mutating func exact(_ time: MediaTime?, in value: SourceValue) -> MediaTime? {
    if let time, time.isWithinLimits { return time }
    report(
      .meaning, at: value.position,
      "\(value.found) is too large or too fine: times go up to 10⁹ s, their denominators up to 10⁹")
    return nil
  }

  /// Reports a range whose end or duration is too large or too fine.
  mutating func exact(_ range: TimeRange, at position: SourcePosition) -> TimeRange? {
    if range.end.isWithinLimits, range.duration.isWithinLimits { return range }
    report(
      .meaning, at: position,
      "the range \(range.text) s is too large or too fine: times go up to 10⁹ s, their denominators up to "
        + "10⁹")
    return nil
  }
}
