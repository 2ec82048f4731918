// The functions of CMTimeRange.h.

/// A range; invalid if the duration is not in epoch 0.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}
/// A range from its ends.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}
/// The end of a range, which does not belong to it.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// The smallest range that contains both.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}
/// The common part of two ranges.
public func CMTimeRangeGetIntersection(
  _ range: CMTimeRange, otherRange: CMTimeRange
) -> CMTimeRange { range.intersection(otherRange) }
/// Whether two ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  range1 == range2
}
/// Whether an instant belongs to a range.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}
/// Whether a range lies in another one.
public func CMTimeRangeContainsTimeRange(
  _ range: CMTimeRange, otherRange: CMTimeRange
) -> Bool { range.containsTimeRange(otherRange) }
/// A text that describes a range.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
  "{\(range.start.debugText), \(range.duration.debugText)}"
}
/// Prints a range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) {
  show(CMTimeRangeCopyDescription(allocator: nil, range: range))
}
/// A mapping.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}
/// The mapping of an empty edit.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping { .empty(target: target) }
/// Prints a mapping to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
  let ranges = [mapping.source, mapping.target].compactMap {
    CMTimeRangeCopyDescription(allocator: nil, range: $0)
  }
  show("{\(ranges.joined(separator: ", "))}")
}
/// Whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Whether a range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Whether a range has no duration.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
/// Whether start or duration are not known.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
