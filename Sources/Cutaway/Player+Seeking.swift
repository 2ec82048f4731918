import CutawayGraph
import CutawayRuntime
import CutawayTime

extension Player.Transport {
  /// How long key frames are looked for: an exact seek takes little longer.
  private static let patience = Duration.milliseconds(150)

  /// Goes to a frame near a time that comes quickly: the one shown, or one of a source's key frames.
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

  /// Goes to the frame shown at a time.
  mutating func seek(to time: MediaTime) {
    let last = frameDuration * Int(max(0, end.ceiled(in: frameDuration) - 1))
    // Positions come in nanoseconds, rounded down: one more hits the frame meant.
    let goal = min(max(.zero, frameDuration * frame(at: time + MediaTime(nanoseconds: 1))), last)
    state.time = goal
    guard hasStarted else { return }
    if seeks.mustWait(for: goal) { return }
    send(goal)
  }

  mutating func send(_ goal: MediaTime) {
    // Played backwards a frame begins at its end.
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
    let completion = seekCompletion
    seekCompletion = nil
    completion?(isFinished)
  }

  /// Tells who waits for the last seek that it will not be finished.
  mutating func abandonSeek() { completeSeek(false) }
}
