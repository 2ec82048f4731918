// The names of Swift 2 and 3, which old code and tutorials use.

/// Time 0.
@available(*, deprecated, renamed: "CMTime.zero")
public let kCMTimeZero = CMTime.zero
/// No time.
@available(*, deprecated, renamed: "CMTime.invalid")
public let kCMTimeInvalid = CMTime.invalid
/// A time that is not known.
@available(*, deprecated, renamed: "CMTime.indefinite")
public let kCMTimeIndefinite = CMTime.indefinite
/// +∞.
@available(*, deprecated, renamed: "CMTime.positiveInfinity")
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// -∞.
@available(*, deprecated, renamed: "CMTime.negativeInfinity")
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// From 0 to 0.
@available(*, deprecated, renamed: "CMTimeRange.zero")
public let kCMTimeRangeZero = CMTimeRange.zero
/// No range.
@available(*, deprecated, renamed: "CMTimeRange.invalid")
public let kCMTimeRangeInvalid = CMTimeRange.invalid
/// No mapping.
@available(*, deprecated, renamed: "CMTimeMapping.invalid")
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// A time of `value / timescale` seconds.
@available(*, deprecated, renamed: "CMTimeMake(value:timescale:)")
public func CMTimeMake(_ value: CMTimeValue, _ timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}
/// A time from seconds.
@available(*, deprecated, renamed: "CMTimeMakeWithSeconds(_:preferredTimescale:)")
public func CMTimeMakeWithSeconds(_ seconds: Double, _ preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// A range.
@available(*, deprecated, renamed: "CMTimeRangeMake(start:duration:)")
public func CMTimeRangeMake(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// A range from its ends.
@available(*, deprecated, renamed: "CMTimeRangeFromTimeToTime(start:end:)")
public func CMTimeRangeFromTimeToTime(_ start: CMTime, _ end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}
/// The product with a whole number.
@available(*, deprecated, renamed: "CMTimeMultiply(_:multiplier:)")
public func CMTimeMultiply(_ time: CMTime, _ multiplier: Int32) -> CMTime {
  time.multiplied(by: multiplier)
}
/// The product with a number.
@available(*, deprecated, renamed: "CMTimeMultiplyByFloat64(_:multiplier:)")
public func CMTimeMultiplyByFloat64(_ time: CMTime, _ multiplier: Double) -> CMTime {
  time.multiplied(by: multiplier)
}
