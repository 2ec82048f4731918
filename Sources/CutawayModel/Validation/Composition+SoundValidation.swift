import CutawayTime

extension Composition {
  /// The faults in the volume, declicking, fades and speed of tracks and segments.
  func soundFaults() -> [Fault] {
    tracks.enumerated().flatMap { index, track in
      let path = ["tracks", "\(index)"]
      return volumeFaults(track.preferredVolume, path: path + ["volume"])
        + declickFaults(track, path: path + ["declick"])
        + track.segments.enumerated().flatMap { number, segment in
          let path = path + ["segments", "\(number)"]
          return gainFaults(segment, of: track, path: path)
            + fadeFaults(segment, of: track, path: path)
            + speedFaults(segment, of: track, path: path)
        }
    }
  }

  private func declickFaults(_ track: Track, path: [String]) -> [Fault] {
    if track.declick < .zero {
      return [fault(path, .outOfRange, "a declick duration cannot be \(track.declick.text) s")]
    }
    guard track.declick > .zero, track.mediaType != .audio else { return [] }
    return [fault(path, .danglingReference, "only an audio track can be declicked")]
  }

  /// Sound plays at 1/32 to 32 times its natural speed.
  private func speedFaults(_ segment: Segment, of track: Track, path: [String]) -> [Fault] {
    if track.mediaType == .subtitle, segment.media?.isReversed == true {
      return [fault(path + ["reverse"], .invalidValue, "subtitles cannot be reversed")]
    }
    if track.mediaType == .audio, segment.media?.isFrozen == true {
      return [fault(path + ["freeze"], .invalidValue, "only a picture can be frozen, not sound")]
    }
    guard track.mediaType == .audio, let speed = segment.mapping?.speed,
      !(MediaTime(1, over: 32)...MediaTime(32)).contains(speed)
    else { return [] }
    return [
      fault(
        path + ["duration"], .outOfRange,
        "sound can play at 1/32 to 32 times its speed, not at \(speed.text) times")
    ]
  }

  private func gainFaults(_ segment: Segment, of track: Track, path: [String]) -> [Fault] {
    guard let volume = segment.media?.volume, volume != 1 else { return [] }
    if track.mediaType == .audio { return volumeFaults(volume, path: path + ["volume"]) }
    return [fault(path + ["volume"], .danglingReference, "only sound has a volume")]
  }

  private func fadeFaults(_ segment: Segment, of track: Track, path: [String]) -> [Fault] {
    let fades = [("fadeIn", segment.media?.fadeIn), ("fadeOut", segment.media?.fadeOut)]
    var faults: [Fault] = []
    for case (let key, let fade?) in fades {
      if fade.duration <= .zero {
        faults.append(
          fault(
            path + [key], .emptyRange, "a fade must be longer than 0 s, not \(fade.duration.text) s"
          ))
      }
      if track.mediaType != .audio {
        faults.append(
          fault(
            path + [key], .danglingReference,
            "a fade applies to sound; a layer's opacity fades video"))
      }
    }
    let total = fades.compactMap { $0.1?.duration }.reduce(.zero, +)
    if total > segment.target.duration {
      let key = segment.media?.fadeOut == nil ? "fadeIn" : "fadeOut"
      faults.append(
        fault(
          path + [key], .overlap,
          "the fades last \(total.text) s, but the segment \(segment.target.duration.text) s"))
    }
    return faults
  }

  func audioMixFaults() -> [Fault] {
    let repeated = Set(duplicates(audioMix.map(\.track)))
    let types = trackTypes, end = duration
    return audioMix.enumerated().flatMap { index, mix in
      let path = ["audioMix", "\(index)"]
      var faults = referenceFaults(mix.track, to: .audio, of: types, path: path + ["track"])
      if repeated.contains(index) {
        faults.append(
          fault(path + ["track"], .overlap, "the track '\(mix.track)' is in the mix twice"))
      }
      for value in mix.volume.allValues {
        faults += volumeFaults(value, path: path + ["volume"])
      }
      for value in mix.pan.allValues where !(-1...1).contains(value) {
        faults.append(
          fault(
            path + ["pan"], .invalidValue,
            "a pan lies between -1 (left) and 1 (right), not \(value)"))
      }
      if render.channels < 2, !mix.pan.allValues.allSatisfy({ $0 == 0 }) {
        faults.append(
          fault(path + ["pan"], .invalidValue, "a mix of one channel cannot be panned"))
      }
      faults += placeFaults(of: mix.volume, before: end, path: path + ["volume"])
      faults += placeFaults(of: mix.pan, before: end, path: path + ["pan"])
      if let ducking = mix.ducking {
        for trigger in ducking.triggers {
          faults += referenceFaults(
            trigger, to: .audio, of: types, path: path + ["duck", "under"])
        }
        faults += duckingFaults(ducking, of: mix.track, path: path + ["duck"])
      }
      return faults
    }
  }

  private func volumeFaults(_ value: Double, path: [String]) -> [Fault] {
    if value >= 0, value.isFinite { return [] }
    return [fault(path, .invalidValue, "a volume is 0 or greater, not \(value)")]
  }

  /// A ramp that extends past the end would never reach its final value.
  private func placeFaults(
    of value: AnimatedValue<Double>, before duration: MediaTime, path: [String]
  ) -> [Fault] {
    value.entries.indices.compactMap { index in
      let span = value.entries[index].span
      guard span.end > duration || span.start >= duration && duration > .zero else { return nil }
      return fault(
        path + ["entries", "\(index)"], .outOfRange,
        "\(value.entries[index].place) lies beyond the end of the composition, \(duration.text) s")
    }
  }

  private func duckingFaults(_ ducking: Ducking, of track: Track.ID, path: [String]) -> [Fault] {
    var faults: [Fault] = []
    if ducking.triggers.isEmpty {
      faults.append(
        fault(
          path + ["under"], .invalidValue, "ducking needs a track under which it lowers this one"))
    }
    if ducking.triggers.contains(track) {
      faults.append(
        fault(path + ["under"], .danglingReference, "a track cannot duck under itself"))
    }
    if !(0...1).contains(ducking.gain) {
      faults.append(
        fault(
          path + ["by"], .invalidValue,
          "ducking needs a gain between 0 and 1 (0 dB), not \(ducking.gain)"))
    }
    for (key, time) in [("attack", ducking.attack), ("release", ducking.release)]
    where time < .zero {
      faults.append(fault(path + [key], .outOfRange, "the duration cannot be \(time.text) s"))
    }
    if !(ducking.threshold > 0 && ducking.threshold <= 1) {
      faults.append(
        fault(
          path + ["threshold"], .invalidValue,
          "a threshold lies between 0 and 1 (0 dB), not \(ducking.threshold)"))
    }
    return faults
  }
}
