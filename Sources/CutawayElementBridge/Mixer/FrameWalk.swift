/// The output frames of a passage, in playing order.
///
/// If the passage skips, each frame stands for several, of which it is the first.
package struct FrameWalk: Sendable {
  /// Whether the frames are played from the last to the first.
  package let isBackward: Bool
  /// The number of output frames that each one stands for.
  private let step: Int64
  /// The remaining frames.
  private var rest: Range<Int64>
  /// Whether the first frame has been passed.
  package private(set) var hasStarted = false

  /// Creates the walk of a passage; each frame has its start as time stamp.
  ///
  /// - Parameters:
  ///   - passage: The requested time range and rate.
  ///   - first: The frame that is visible at the start of the passage.
  ///   - end: The number after the last frame of the passage.
  package init(_ passage: Passage, first: Int64, end: Int64) {
    self.init(
      min(max(0, first), end)..<end,
      step: passage.skips ? max(1, Int64(min(1e6, abs(passage.rate)).rounded(.up))) : 1,
      isBackward: passage.isBackward)
  }

  /// Creates a walk through a range of frame numbers; each frame stands for `step` frames.
  package init(_ frames: Range<Int64>, step: Int64 = 1, isBackward: Bool = false) {
    rest = frames
    self.step = step
    self.isBackward = isBackward
  }

  /// The output frames that the next one stands for; `nil` at the end.
  package var next: Range<Int64>? {
    if rest.isEmpty { return nil }
    if !isBackward { return rest.lowerBound..<min(rest.upperBound, rest.lowerBound + step) }
    // The last frame is the requested one, so it stands only for itself.
    let length = hasStarted ? step : 1
    return max(rest.lowerBound, rest.upperBound - length)..<rest.upperBound
  }

  /// Removes the next frame from the remaining ones; does nothing at the end.
  package mutating func advance() {
    guard let next else { return }
    rest =
      isBackward ? rest.lowerBound..<next.lowerBound : next.upperBound..<rest.upperBound
    hasStarted = true
  }

  /// Advances past frames while `isWanted` is true, at most `limit` frames.
  ///
  /// - Returns: The output frames that they stand for.
  package mutating func skip(atMost limit: Int, while isWanted: (Int64) -> Bool) -> Range<Int64>? {
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
