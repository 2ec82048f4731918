/// A linear mapping of one span of time onto another.
public struct TimeMapping: Sendable, Hashable, Codable {
  public var source: TimeRange
  public var target: TimeRange

  public init(source: TimeRange, target: TimeRange) {
    self.source = source
    self.target = target
  }

  /// Source seconds per target second: 2 is double speed.
  ///
  /// - Precondition: The target is not empty.
  public var speed: MediaTime { source.duration / target.duration }

  /// The source time shown at `time` of the target.
  ///
  /// - Precondition: The target is not empty.
  public func sourceTime(at time: MediaTime) -> MediaTime {
    source.start + (time - target.start) * source.duration / target.duration
  }

  /// The part of the mapping whose target lies in `range`, or `nil` if none does.
  public func clipped(to range: TimeRange) -> TimeMapping? {
    guard let target = target.intersection(range) else { return nil }
    let start = sourceTime(at: target.start)
    return TimeMapping(
      source: TimeRange(start: start, end: sourceTime(at: target.end)), target: target)
  }
}
