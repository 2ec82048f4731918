// The functions of CMTime.h.

/// A time of `value / timescale` seconds.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}
/// A time of an epoch.
public func CMTimeMakeWithEpoch(
  value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch
) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}
/// A time from seconds; see ``CMTime/init(seconds:preferredTimescale:)``.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// A time from seconds, in an epoch.
public func CMTimeMakeWithSecondsAndEpoch(
  _ seconds: Double, preferredTimescale: CMTimeScale, epoch: CMTimeEpoch
) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale, epoch: epoch)
}
/// The seconds of a time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// A time in another timescale.
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime { time.convertScale(newTimescale, method: method) }
/// The sum.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// The product with a whole number, in the same timescale if the value fits.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.multiplied(by: multiplier)
}
/// The product with a number; the timescale is doubled until it is at least 65536.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  time.multiplied(by: multiplier)
}
/// The product with a fraction; a divisor of 0 gives an infinity.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, over: divisor)
}
/// -1, 0 or 1, in the order -∞, numeric times, indefinite, +∞, invalid.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  time1.order(against: time2)
}
/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }
/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time1 < time2 ? time2 : time1
}
/// The time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  guard time < .zero else { return time }
  if time.isNegativeInfinity { return .positiveInfinity }
  var time = time
  guard let value = CMTimeValue(exactly: time.value.magnitude) else { return .positiveInfinity }
  time.value = value
  return time
}
/// The nearest time in a range, also its end; an empty range has none.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return time < range.start ? range.start : min(time, range.end)
}
/// A time of one range as that of another.
///
/// It is invalid if a range is empty. Two ranges without end are shifted against each other.
public func CMTimeMapTimeFromRangeToRange(
  _ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard t.isValid, fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty,
    t.epoch == fromRange.start.epoch || !t.isNumeric
  else { return .invalid }
  let offset = t - fromRange.start
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return offset + toRange.start
  }
  return CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
    + toRange.start
}
/// A duration in one range as that in another.
public func CMTimeMapDurationFromRangeToRange(
  _ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard dur.isValid, fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty
  else { return .invalid }
  let (from, to) = (fromRange.duration, toRange.duration)
  guard dur.isNumeric, from.isNumeric, to.isNumeric else {
    return from.isPositiveInfinity && to.isPositiveInfinity ? dur : .invalid
  }
  if from == to { return dur }
  return dur.scaled(by: to, over: from)
}
/// A time folded into a range, as in a loop.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, foldRange.isValid, !foldRange.isEmpty, foldRange.start.isNumeric,
    foldRange.duration.isNumeric
  else { return .invalid }
  let offset = time - foldRange.start
  let laps = offset.wholeParts(of: foldRange.duration)
  return foldRange.start
    + (offset - foldRange.duration.multiplied(by: Int32(clamping: laps)))
}
/// Prints a time to standard error, as `{3000/600 = 5.000}`.
public func CMTimeShow(_ time: CMTime) { show(CMTimeCopyDescription(allocator: nil, time: time)) }
/// A text that describes a time.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  time.debugText
}

/// Whether a time is valid.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether a time is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether a time is not known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether a time is +∞.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether a time is -∞.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether a time was rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

func show(_ text: String?) {
  // Nothing can be done if standard error is closed.
  try? FileHandle.standardError.write(contentsOf: Data("\(text ?? "")\n".utf8))
}

extension CMTime {
  /// The time times a quotient of two durations, in the timescale of the dividend's sum.
  fileprivate func scaled(by dividend: CMTime, over divisor: CMTime) -> CMTime {
    // value/scale · (p/ps) / (q/qs), reduced before it is multiplied.
    var numerator = Int128(value), denominator = Int128(timescale)
    for (p, q) in [
      (dividend.value, divisor.value), (Int64(divisor.timescale), Int64(dividend.timescale)),
    ] {
      let common = Int128(
        greatestCommonDivisor(Int64(clamping: p.magnitude), Int64(clamping: q.magnitude)))
      guard common > 0 else { return .invalid }
      let (product, overflow) = numerator.multipliedReportingOverflow(by: Int128(p) / common)
      let (below, lowOverflow) = denominator.multipliedReportingOverflow(by: Int128(q) / common)
      if overflow || lowOverflow {
        return CMTime(
          seconds: seconds * dividend.seconds / divisor.seconds, preferredTimescale: timescale)
      }
      (numerator, denominator) = (product, below)
      var (a, b) = (numerator.magnitude, denominator.magnitude)
      while b != 0 { (a, b) = (b, a % b) }
      if a > 1 { (numerator, denominator) = (numerator / Int128(a), denominator / Int128(a)) }
    }
    let scale = CMTimeScale(exactly: denominator)
    // The own timescale where it suffices.
    let own = scale.map { timescale % $0 == 0 } == true ? timescale : scale ?? kCMTimeMaxTimescale
    guard numerator.magnitude >> 94 == 0 else {
      return CMTime(seconds: Double(numerator) / Double(denominator), preferredTimescale: own)
    }
    return CMTime(
      numerator, over: denominator, timescale: own, isRounded: hasBeenRounded, epoch: 0)
  }

  /// How often a duration fits into the time, rounded down.
  fileprivate func wholeParts(of duration: CMTime) -> Int64 {
    let dividend = Int128(value) * Int128(duration.timescale)
    let divisor = Int128(duration.value) * Int128(timescale)
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }

  /// `{3000/600 = 5.000}`, or the name of a special value.
  var debugText: String {
    if !isValid { return "{INVALID}" }
    if isIndefinite { return "{INDEFINITE}" }
    if infinity != 0 { return infinity > 0 ? "{+INFINITY}" : "{-INFINITY}" }
    let seconds = String(format: "%.3f", seconds)
    return "{\(value)/\(timescale) = \(seconds)\(hasBeenRounded ? ", rounded" : "")"
      + "\(epoch == 0 ? "" : ", epoch = \(epoch)")}"
  }
}
