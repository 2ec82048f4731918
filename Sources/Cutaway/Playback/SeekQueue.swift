import CutawayTime

/// A queue of seeks: while one is under way, only the newest later one waits.
///
/// Frames thus appear while the user drags a slider. If each seek interrupted the one before, none
/// would appear until the hand rests.
struct SeekQueue {
  private var underWay: (goal: MediaTime, since: ContinuousClock.Instant)?
  /// The target of the next seek.
  private(set) var waiting: MediaTime?

  /// The time after which a seek is not waited for.
  private static let patience = Duration.seconds(1)

  /// The target of the seek under way.
  var current: MediaTime? { underWay?.goal }

  /// The target of the last seek, until the pipeline arrives there.
  var goal: MediaTime? { waiting ?? current }

  var isUnderWay: Bool { underWay != nil }

  /// Whether the seek under way exceeds its time limit.
  var isOverdue: Bool {
    underWay.map { ContinuousClock.now - $0.since >= Self.patience } ?? false
  }

  /// Stores a seek if it must wait for the one under way, and returns whether it must.
  mutating func mustWait(for goal: MediaTime) -> Bool {
    guard isUnderWay, !isOverdue else { return false }
    waiting = goal
    return true
  }

  mutating func sent(_ goal: MediaTime) {
    underWay = (goal, .now)
    waiting = nil
  }

  /// Marks the seek under way as done.
  ///
  /// - Returns: Its target.
  mutating func finish() -> MediaTime? {
    defer { underWay = nil }
    return current
  }
}
