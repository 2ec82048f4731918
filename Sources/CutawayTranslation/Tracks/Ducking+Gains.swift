package import CutawayModel
package import CutawayTime

extension Ducking {
  /// The gain over time that lowers a track while its trigger sounds.
  ///
  /// The gain is low when a sound starts, and returns to 1 within the release time after the sound
  /// ends. It stays low between two sounds if there is no time for it to return.
  ///
  /// - Parameter sounds: The time ranges in which the trigger sounds, in order of time.
  /// - Returns: Ramps that are linear in gain.
  package func gains(during sounds: [TimeRange]) -> AnimatedValue<Double> {
    var entries: [AnimatedValue<Double>.Entry] = []
    for sound in joined(sounds) {
      let start = max(.zero, sound.start - attack)
      if start < sound.start {
        // Time 0 may leave less time than the attack needs: the gain is then low at once.
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
