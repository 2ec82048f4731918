/// A half-open time range: it includes its start and excludes its end.
public struct TimeRange: Sendable, Hashable, Codable {
  /// The first instant of the range, in seconds.
  public var start: MediaTime
  /// The length in seconds; the range is empty if it is not greater than zero.
  public var duration: MediaTime

  /// Creates a range of a given length; no value is rejected.
  public init(start: MediaTime, duration: MediaTime) {
    self.start = start
    self.duration = duration
  }

  /// Creates a range between two times; it is empty if `end` does not come after `start`.
  public init(start: MediaTime, end: MediaTime) {
    self.init(start: start, duration: end - start)
  }

  /// The first instant after the range.
  public var end: MediaTime { start + duration }

  /// Whether the range contains no instant.
  public var isEmpty: Bool { duration <= .zero }

  /// Whether `time` is at or after the start and before the end.
  public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

  /// Whether `other` lies within the range; both may start or end together.
  public func contains(_ other: TimeRange) -> Bool { start <= other.start && other.end <= end }

  /// Whether the two ranges share an instant.
  ///
  /// Adjacent ranges do not overlap.
  public func overlaps(_ other: TimeRange) -> Bool { intersection(other) != nil }

  /// The range that both share, or `nil` if they share no instant.
  public func intersection(_ other: TimeRange) -> TimeRange? {
    let shared = TimeRange(start: max(start, other.start), end: min(end, other.end))
    return shared.isEmpty ? nil : shared
  }
}

extension TimeRange: CustomStringConvertible {
  /// Start and end in seconds: `14..16`.
  public var description: String { "\(start)..\(end)" }

  /// Start and end in seconds, for messages: `1.329–2.423`.
  public var text: String { "\(start.text)–\(end.text)" }
}
