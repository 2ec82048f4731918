import CutawayModel
import CutawayTime

extension Ducking {
  /// The gain over time that lowers a track while its trigger sounds.
  ///
  /// Low when a sound begins, and back a release after it ends. Where sounds follow each other so closely
  /// that the gain could not come back in between, it stays low.
  ///
  /// - Parameter sounds: When the trigger sounds, in order of time.
  /// - Returns: Ramps, straight in gain.
  func gains(during sounds: [TimeRange]) -> AnimatedValue<Double> {
    var entries: [AnimatedValue<Double>.Entry] = []
    for sound in joined(sounds) {
      let start = max(.zero, sound.start - attack)
      if start < sound.start {
        // From 0 on there may be less time than the attack takes: then it is low at once.
        let isWhole = sound.start >= attack
        entries.append(
          isWhole
            ? .ramp(.init(over: TimeRange(start: start, end: sound.start), from: 1, to: gain))
            : .instant(at: start, value: gain))
      } else {
        entries.append(.instant(at: sound.start, value: gain))
      }
      entries.append(
        release > .zero
          ? .ramp(.init(over: TimeRange(start: sound.end, duration: release), from: gain, to: 1))
          : .instant(at: sound.end, value: 1))
    }
    return AnimatedValue(inSuccession: entries)
  }

  private func joined(_ sounds: [TimeRange]) -> [TimeRange] {
    var result: [TimeRange] = []
    for sound in sounds where !sound.isEmpty {
      if let last = result.last, sound.start <= last.end + attack + release {
        result[result.count - 1] = TimeRange(start: last.start, end: max(last.end, sound.end))
      } else {
        result.append(sound)
      }
    }
    return result
  }
}
