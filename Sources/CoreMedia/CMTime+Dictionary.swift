/// The key of a time's value.
public let kCMTimeValueKey: CFString = "value"
/// The key of a time's timescale.
public let kCMTimeScaleKey: CFString = "timescale"
/// The key of a time's epoch.
public let kCMTimeEpochKey: CFString = "epoch"
/// The key of a time's flags.
public let kCMTimeFlagsKey: CFString = "flags"
/// The key of a range's start.
public let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration.
public let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of a mapping's source.
public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target.
public let kCMTimeMappingTargetKey: CFString = "target"

/// The fields of a time by their keys.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeValueKey: NSNumber(value: time.value), kCMTimeScaleKey: NSNumber(value: time.timescale),
    kCMTimeEpochKey: NSNumber(value: time.epoch),
    kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
  ]
}

/// A time from its fields; invalid if one is missing.
public func CMTimeMakeFromDictionary(_ dictionary: CFDictionary?) -> CMTime {
  func number(_ key: String) -> NSNumber? { dictionary?[key] as? NSNumber }
  guard let value = number(kCMTimeValueKey), let scale = number(kCMTimeScaleKey),
    let epoch = number(kCMTimeEpochKey), let flags = number(kCMTimeFlagsKey)
  else { return .invalid }
  return CMTime(
    value: value.int64Value, timescale: scale.int32Value,
    flags: CMTimeFlags(rawValue: flags.uint32Value), epoch: epoch.int64Value)
}

/// The fields of a range by their keys.
public func CMTimeRangeCopyAsDictionary(
  _ range: CMTimeRange, allocator: CFAllocator?
) -> CFDictionary? {
  var fields: CFDictionary = [:]
  fields[kCMTimeRangeStartKey] = CMTimeCopyAsDictionary(range.start, allocator: nil)
  fields[kCMTimeRangeDurationKey] = CMTimeCopyAsDictionary(range.duration, allocator: nil)
  return fields
}

/// A range from its fields; invalid if one is missing.
public func CMTimeRangeMakeFromDictionary(_ dictionary: CFDictionary) -> CMTimeRange {
  CMTimeRange(
    start: CMTimeMakeFromDictionary(dictionary[kCMTimeRangeStartKey] as? CFDictionary),
    duration: CMTimeMakeFromDictionary(dictionary[kCMTimeRangeDurationKey] as? CFDictionary))
}
