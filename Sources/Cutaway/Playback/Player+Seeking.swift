import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension Player.Transport {
  /// The time limit of the search for key frames: an exact seek takes only a little longer.
  private static let patience = Duration.milliseconds(150)

  /// Seeks to a frame near `time` that decodes quickly: the current frame, or a key frame of a
  /// source.
  mutating func seek(
    to time: MediaTime, _ tolerance: Player.SeekTolerance, _ observe: (Player.Event) -> Void
  ) async {
    let range = max(.zero, time - tolerance.before)...max(.zero, time + tolerance.after)
    let shown = frameDuration * frame(at: position + MediaTime(nanoseconds: 1))
    if !seeks.isUnderWay, hasStarted, range.contains(shown) {
      observe(.seekCompleted(shown))
      completeSeek(true)
      return
    }
    let finder = keyFrames ?? KeyFrameFinder(stage.translation.resolved, patience: Self.patience)
    keyFrames = finder
    let start = stage.translation.range.start
    let found = await finder.frame(
      nearest: time + start, in: range.lowerBound + start...range.upperBound + start)
    seek(to: found.map { $0 - start } ?? time)
  }

  /// Seeks to the frame that contains a time.
  mutating func seek(to time: MediaTime) {
    let last = frameDuration * Int(max(0, end.ceiled(in: frameDuration) - 1))
    // Positions are nanoseconds, rounded down. One more nanosecond selects the intended frame.
    let goal = min(max(.zero, frameDuration * frame(at: time + MediaTime(nanoseconds: 1))), last)
    state.time = goal
    guard hasStarted else { return }
    if seeks.mustWait(for: goal) { return }
    send(goal)
  }

  mutating func send(_ goal: MediaTime) {
    // Played backwards, a frame starts at its end.
    let start = isBackward ? goal + frameDuration : goal
    let isSent = pipeline.seek(
      to: start, rate: state.rate, skipping: abs(state.rate) >= 2)
    if isSent {
      seeks.sent(goal)
    } else {
      seeks = SeekQueue()
      abandonSeek()
    }
  }

  mutating func completeSeek(_ isFinished: Bool) {
    let outcome = seekOutcome
    seekOutcome = nil
    outcome?.finish(isFinished)
  }

  /// Reports to the caller of the last seek that it will not finish.
  mutating func abandonSeek() { completeSeek(false) }
}
