// Exact fractions behind the arithmetic of times.

extension CMTime {
  /// Creates the numeric time nearest to a fraction.
  ///
  /// The timescale is halved until the value fits; beyond that, the time is infinite.
  ///
  /// - Parameters:
  ///   - numerator: The numerator; together with the timescale it must fit 127 bits.
  ///   - denominator: The denominator, greater than 0.
  ///   - timescale: The preferred timescale.
  ///   - method: How to round.
  ///   - isRounded: Whether an operand was rounded.
  ///   - epoch: The epoch of the result.
  init(
    _ numerator: Int128, over denominator: Int128, timescale: CMTimeScale,
    method: CMTimeRoundingMethod = .default, isRounded: Bool, epoch: CMTimeEpoch
  ) {
    var scale = timescale
    while true {
      let (quotient, isExact) = method.divide(
        numerator * Int128(scale), by: denominator, unitsPerSecond: scale)
      if let value = CMTimeValue(exactly: quotient) {
        self.init(value: value, timescale: scale, flags: .valid, epoch: epoch)
        if isRounded || !isExact { flags.insert(.hasBeenRounded) }
        return
      }
      if scale == 1 { break }
      scale /= 2
    }
    self = numerator < 0 ? .negativeInfinity : .positiveInfinity
    self.epoch = epoch
  }

  /// The sign of an infinity; 0 for other times.
  var infinity: Int { isPositiveInfinity ? 1 : isNegativeInfinity ? -1 : 0 }

  /// The infinity of a sign.
  static func infinity(_ sign: Int) -> CMTime { sign < 0 ? .negativeInfinity : .positiveInfinity }
}

/// How a time is rounded to another timescale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest; halves away from zero.
  case roundHalfAwayFromZero = 1
  /// Towards zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// Towards zero to a coarser timescale, away from zero to a finer one; a negative time never
  /// becomes 0.
  case quickTime = 4
  /// Up.
  case roundTowardPositiveInfinity = 5
  /// Down.
  case roundTowardNegativeInfinity = 6

  /// ``roundHalfAwayFromZero``.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero

  /// A quotient, and whether it is exact.
  ///
  /// - Parameters:
  ///   - dividend: The dividend, in units of the new timescale times the old one.
  ///   - divisor: The divisor, which is the old timescale; greater than 0.
  ///   - units: The new timescale.
  /// - Returns: The rounded quotient.
  func divide(
    _ dividend: Int128, by divisor: Int128, unitsPerSecond units: CMTimeScale
  ) -> (Int128, isExact: Bool) {
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    if rest == 0 { return (quotient, true) }
    let away = quotient + (dividend < 0 ? -1 : 1)
    let result =
      switch self {
      case .roundTowardZero: quotient
      case .roundAwayFromZero: away
      case .roundTowardPositiveInfinity: dividend < 0 ? quotient : away
      case .roundTowardNegativeInfinity: dividend < 0 ? away : quotient
      case .roundHalfAwayFromZero:
        rest.magnitude >= divisor.magnitude - rest.magnitude ? away : quotient
      case .quickTime:
        Int128(units) > divisor || dividend < 0 && quotient == 0 ? away : quotient
      }
    return (result, false)
  }
}

/// The greatest common divisor of two positive numbers.
func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
