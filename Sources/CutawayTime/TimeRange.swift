/// A span of time: its start belongs to it, its end does not.
public struct TimeRange: Sendable, Hashable, Codable {
  public var start: MediaTime
  public var duration: MediaTime

  public init(start: MediaTime, duration: MediaTime) {
    self.start = start
    self.duration = duration
  }

  public init(start: MediaTime, end: MediaTime) {
    self.init(start: start, duration: end - start)
  }

  /// The first moment after the range.
  public var end: MediaTime { start + duration }

  /// Whether the range holds no moment.
  public var isEmpty: Bool { duration <= .zero }

  public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

  public func contains(_ other: TimeRange) -> Bool { start <= other.start && other.end <= end }

  /// Whether the two share a moment.
  ///
  /// Ranges that touch do not.
  public func overlaps(_ other: TimeRange) -> Bool { intersection(other) != nil }

  /// What the two share, or `nil` if that is nothing.
  public func intersection(_ other: TimeRange) -> TimeRange? {
    let shared = TimeRange(start: max(start, other.start), end: min(end, other.end))
    return shared.isEmpty ? nil : shared
  }
}

extension TimeRange: CustomStringConvertible {
  /// Start and end in seconds: `14..16`.
  public var description: String { "\(start)..\(end)" }

  /// Start and end in seconds as people write them, for messages: `1.329–2.423`.
  public var text: String { "\(start.text)–\(end.text)" }
}
