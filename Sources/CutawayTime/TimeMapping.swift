/// A linear mapping from one time range onto another.
public struct TimeMapping: Sendable, Hashable, Codable {
  /// The range of the asset, in seconds of the asset's time.
  public var source: TimeRange
  /// The range of the composition, in seconds of the composition's time.
  public var target: TimeRange
  /// Whether the source plays from its end to its start.
  public var isReversed: Bool

  /// Creates a mapping of `source` onto `target`; both start and both end together, unless the
  /// source is reversed.
  public init(source: TimeRange, target: TimeRange, isReversed: Bool = false) {
    self.source = source
    self.target = target
    self.isReversed = isReversed
  }

  /// Source seconds per target second, in either direction: 2 is double speed.
  ///
  /// - Precondition: The target is not empty.
  public var speed: MediaTime { source.duration / target.duration }

  /// The source time that is shown at `time`, a time of the target.
  ///
  /// - Precondition: The target is not empty.
  public func sourceTime(at time: MediaTime) -> MediaTime {
    let offset = (time - target.start) * source.duration / target.duration
    return isReversed ? source.end - offset : source.start + offset
  }

  /// The time at which the target shows `time`, a time of the source.
  ///
  /// - Precondition: The source is not empty.
  package func targetTime(of time: MediaTime) -> MediaTime {
    let offset = isReversed ? source.end - time : time - source.start
    return target.start + offset * target.duration / source.duration
  }

  /// The source time that a frame of the output shows.
  ///
  /// A reversed mapping shows the frames of a forward one in the opposite order. Therefore it is
  /// evaluated at the end of the frame.
  ///
  /// - Precondition: The target is not empty.
  package func sourceTime(ofFrameAt time: MediaTime, duration: MediaTime) -> MediaTime {
    isReversed ? max(source.start, sourceTime(at: time + duration)) : sourceTime(at: time)
  }

  /// The part of the mapping whose target lies in `range`, or `nil` if no part does.
  public func clipped(to range: TimeRange) -> TimeMapping? {
    guard let target = target.intersection(range) else { return nil }
    let ends = [sourceTime(at: target.start), sourceTime(at: target.end)]
    return TimeMapping(
      source: TimeRange(start: isReversed ? ends[1] : ends[0], end: isReversed ? ends[0] : ends[1]),
      target: target, isReversed: isReversed)
  }
}

extension TimeMapping {
  /// Whether `next` starts where this mapping ends, in the source and in the target, and runs in the
  /// same direction.
  package func meets(_ next: TimeMapping) -> Bool {
    guard isReversed == next.isReversed, target.end == next.target.start else { return false }
    return isReversed ? source.start == next.source.end : source.end == next.source.start
  }

  /// Whether `next` meets this mapping at the same speed, so that both are one mapping.
  package func continues(with next: TimeMapping) -> Bool { meets(next) && speed == next.speed }

  /// The mapping from the start of this one to the end of `next`, which continues it.
  package func joined(to next: TimeMapping) -> TimeMapping {
    TimeMapping(
      source: TimeRange(
        start: min(source.start, next.source.start), end: max(source.end, next.source.end)),
      target: TimeRange(start: target.start, end: next.target.end), isReversed: isReversed)
  }
}
