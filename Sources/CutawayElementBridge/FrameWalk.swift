/// The output frames of a passage, one after the other in the order in which they are played.
///
/// A frame may stand for several, of which it is the first.
public struct FrameWalk: Sendable {
  public let isBackward: Bool
  /// How many output frames each one stands for.
  private let step: Int64
  /// What is still to come.
  private var rest: Range<Int64>
  public private(set) var hasStarted = false

  /// The frames of a passage among all of those that there are, each stamped with where it starts.
  ///
  /// - Parameters:
  ///   - passage: What is asked for.
  ///   - first: The frame that is shown at the passage's start.
  ///   - end: One past its last frame.
  public init(_ passage: Passage, first: Int64, end: Int64) {
    self.init(
      min(max(0, first), end)..<end,
      step: passage.skips ? max(1, Int64(min(1e6, abs(passage.rate)).rounded(.up))) : 1,
      isBackward: passage.isBackward)
  }

  public init(_ frames: Range<Int64>, step: Int64 = 1, isBackward: Bool = false) {
    rest = frames
    self.step = step
    self.isBackward = isBackward
  }

  /// The output frames that the next one stands for; `nil` at the end.
  public var next: Range<Int64>? {
    if rest.isEmpty { return nil }
    if !isBackward { return rest.lowerBound..<min(rest.upperBound, rest.lowerBound + step) }
    // The last frame is the one that is asked for, so it stands for itself only.
    let length = hasStarted ? step : 1
    return max(rest.lowerBound, rest.upperBound - length)..<rest.upperBound
  }

  public mutating func advance() {
    guard let next else { return }
    rest =
      isBackward ? rest.lowerBound..<next.lowerBound : next.upperBound..<rest.upperBound
    hasStarted = true
  }

  /// Advances past the frames that `isWanted` takes, at most as many as `limit`.
  ///
  /// - Returns: What they stand for.
  public mutating func skip(atMost limit: Int, while isWanted: (Int64) -> Bool) -> Range<Int64>? {
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
