import CutawayTime

/// Seeks, one after the other: while one is under way, only the newest of those that follow waits.
///
/// Who drags a slider so sees the pictures on the way; a seek that stops another one before its picture
/// is there would show none until the hand rests.
struct SeekQueue {
  private var underWay: (goal: MediaTime, since: ContinuousClock.Instant)?
  /// What is to follow.
  private(set) var waiting: MediaTime?

  /// A seek that takes longer is not waited for.
  private static let patience = Duration.seconds(1)

  /// Where the seek under way goes.
  var current: MediaTime? { underWay?.goal }

  /// Where the last seek goes, until the pipeline is there.
  var goal: MediaTime? { waiting ?? current }

  var isUnderWay: Bool { underWay != nil }

  /// Whether the seek under way takes too long.
  var isOverdue: Bool {
    underWay.map { ContinuousClock.now - $0.since >= Self.patience } ?? false
  }

  /// Whether a seek is to wait for the one before; it is remembered then.
  mutating func mustWait(for goal: MediaTime) -> Bool {
    guard isUnderWay, !isOverdue else { return false }
    waiting = goal
    return true
  }

  mutating func sent(_ goal: MediaTime) {
    underWay = (goal, .now)
    waiting = nil
  }

  /// Notes that the seek under way is done.
  ///
  /// - Returns: Where it went.
  mutating func finish() -> MediaTime? {
    defer { underWay = nil }
    return current
  }
}
