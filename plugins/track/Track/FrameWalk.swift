/// The output frames of a passage, one after the other in the order in which they are played.
///
/// A frame may stand for several, of which it is the first.
struct FrameWalk: Sendable {
  let isBackward: Bool
  /// How many output frames each one stands for.
  private let step: Int64
  /// What is still to come.
  private var rest: Range<Int64>
  private(set) var hasStarted = false

  init(_ frames: Range<Int64>, step: Int64 = 1, isBackward: Bool = false) {
    rest = frames
    self.step = step
    self.isBackward = isBackward
  }

  /// The output frames that the next one stands for; `nil` at the end.
  var next: Range<Int64>? {
    if rest.isEmpty { return nil }
    if !isBackward { return rest.lowerBound..<min(rest.upperBound, rest.lowerBound + step) }
    // The last frame is the one that is asked for, so it stands for itself only.
    let length = hasStarted ? step : 1
    return max(rest.lowerBound, rest.upperBound - length)..<rest.upperBound
  }

  mutating func advance() {
    guard let next else { return }
    rest =
      isBackward ? rest.lowerBound..<next.lowerBound : next.upperBound..<rest.upperBound
    hasStarted = true
  }

  /// Advances past the frames that `isWanted` takes, at most as many as `limit`.
  ///
  /// - Returns: What they stand for.
  mutating func skip(atMost limit: Int, while isWanted: (Int64) -> Bool) -> Range<Int64>? {
    var span: Range<Int64>?
    for _ in 0..<limit {
      guard let next, isWanted(next.lowerBound) else { break }
      span =
        min(span?.lowerBound ?? .max, next.lowerBound)..<max(span?.upperBound ?? 0, next.upperBound)
      advance()
    }
    return span
  }
}
