/// A time range: from a start to an end that does not belong to it.
public struct CMTimeRange: Sendable, Hashable {
  /// The first instant.
  public var start: CMTime
  /// The length, in epoch 0.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { (start, duration) = (.invalid, .invalid) }

  /// Creates a range; it is invalid if the duration is not in epoch 0.
  public init(start: CMTime, duration: CMTime) {
    let isRange = duration.epoch == 0
    self.start = isRange ? start : .invalid
    self.duration = isRange ? duration : .invalid
  }

  /// Creates a range from its ends.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// From 0 to 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()

  /// Whether start and duration are valid, and the duration is not negative.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
  }
  /// Whether the range is valid and has no duration.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// Whether start or duration are not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// The first instant after the range.
  public var end: CMTime { isValid ? start + duration : .invalid }

  /// The smallest range that contains both; invalid if one of them is.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
  }

  /// The common part; ``zero`` if there is none.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    let start = max(start, otherRange.start), end = min(end, otherRange.end)
    return start < end ? CMTimeRange(start: start, end: end) : .zero
  }

  /// Whether an instant belongs to the range; the end does not.
  public func containsTime(_ time: CMTime) -> Bool { isValid && start <= time && time < end }

  /// Whether another range lies in this one.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    isValid && range.isValid && start <= range.start && range.end <= end
  }
}

/// The range of a source, and the range in which it plays.
public struct CMTimeMapping: Sendable, Hashable {
  /// The range of the media; its start is invalid for an empty edit.
  public var source: CMTimeRange
  /// The range of the track.
  public var target: CMTimeRange

  /// Creates an invalid mapping.
  public init() { (source, target) = (.invalid, .invalid) }

  /// Creates a mapping.
  public init(source: CMTimeRange, target: CMTimeRange) {
    (self.source, self.target) = (source, target)
  }

  /// No mapping.
  public static let invalid = CMTimeMapping()

  /// The mapping of an empty edit.
  public static func empty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
  }

  /// Whether the target is valid.
  public var isValid: Bool { target.isValid }
  /// Whether nothing plays.
  public var isEmpty: Bool { !source.start.isNumeric }
}
