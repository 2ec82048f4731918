/// A linear mapping from one time range onto another.
public struct TimeMapping: Sendable, Hashable, Codable {
  /// The range of the asset, in seconds of the asset's time.
  public var source: TimeRange
  /// The range of the composition, in seconds of the composition's time.
  public var target: TimeRange

  /// Creates a mapping of `source` onto `target`; both start and both end together.
  public init(source: TimeRange, target: TimeRange) {
    self.source = source
    self.target = target
  }

  /// Source seconds per target second: 2 is double speed.
  ///
  /// - Precondition: The target is not empty.
  public var speed: MediaTime { source.duration / target.duration }

  /// The source time that is shown at `time`, a time of the target.
  ///
  /// - Precondition: The target is not empty.
  public func sourceTime(at time: MediaTime) -> MediaTime {
    source.start + (time - target.start) * source.duration / target.duration
  }

  /// The part of the mapping whose target lies in `range`, or `nil` if no part does.
  public func clipped(to range: TimeRange) -> TimeMapping? {
    guard let target = target.intersection(range) else { return nil }
    let start = sourceTime(at: target.start)
    return TimeMapping(
      source: TimeRange(start: start, end: sourceTime(at: target.end)), target: target)
  }
}

extension TimeMapping {
  /// Whether `next` starts where this mapping ends, in the source and in the target.
  package func meets(_ next: TimeMapping) -> Bool {
    source.end == next.source.start && target.end == next.target.start
  }

  /// Whether `next` meets this mapping at the same speed, so that both are one mapping.
  package func continues(with next: TimeMapping) -> Bool { meets(next) && speed == next.speed }

  /// The mapping from the start of this one to the end of `next`, which continues it.
  package func joined(to next: TimeMapping) -> TimeMapping {
    TimeMapping(
      source: TimeRange(start: source.start, end: next.source.end),
      target: TimeRange(start: target.start, end: next.target.end))
  }
}
