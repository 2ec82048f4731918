public import CutawayTime

/// The volume, pan and ducking of one track in the mix.
///
/// Times are those of the composition.
public struct AudioMixParameters: Sendable, Hashable, Codable {
  /// The audio track that the parameters apply to.
  public var track: Track.ID
  /// Linear gain, 0 or greater; 1 by default.
  public var volume: AnimatedValue<Double>
  /// Balance: -1 is left, 0 leaves the channels unchanged, 1 is right; 0 by default.
  ///
  /// The balance has constant power: left channels are multiplied by √2·cos((1 + pan)·π/4), right
  /// channels by √2·sin((1 + pan)·π/4). Other channels are unchanged.
  public var pan: AnimatedValue<Double>
  /// Whether the track is silent.
  public var isMuted: Bool
  /// Whether only this track, and other solo tracks, are heard.
  public var isSolo: Bool
  /// Lowers the track while other tracks sound; `nil` by default.
  public var ducking: Ducking?

  /// Creates parameters that leave the track unchanged, except for the given values.
  public init(
    track: Track.ID, volume: AnimatedValue<Double> = .init(), pan: AnimatedValue<Double> = .init(),
    isMuted: Bool = false, isSolo: Bool = false, ducking: Ducking? = nil
  ) {
    self.track = track
    self.volume = volume
    self.pan = pan
    self.isMuted = isMuted
    self.isSolo = isSolo
    self.ducking = ducking
  }
}

/// Lowers a track while others sound: music under a voice.
public struct Ducking: Sendable, Hashable, Codable {
  /// The audio tracks whose common level controls the ducking.
  public var triggers: [Track.ID]
  /// The linear gain while a trigger sounds, 0…1.
  public var gain: Double
  /// The duration of the fade to ``gain``, which ends when the sound begins.
  public var attack: MediaTime
  /// The duration of the fade back to full gain, after the sound ends.
  public var release: MediaTime
  /// The level from which the triggers count as sounding: a linear amplitude greater than 0 and at
  /// most 1, which is full scale.
  public var threshold: Double

  /// Creates a ducking with values in the ranges of ``Composition/faults()``.
  ///
  /// - Parameters:
  ///   - triggers: The audio tracks whose common level controls the ducking.
  ///   - gain: Linear; 0.25 is -12 dB.
  ///   - attack: In seconds of the composition.
  ///   - release: In seconds of the composition.
  ///   - threshold: Linear; 0.01 is -40 dB below full scale.
  public init(
    under triggers: [Track.ID], gain: Double = 0.25, attack: MediaTime = MediaTime(1, over: 5),
    release: MediaTime = MediaTime(1, over: 2), threshold: Double = 0.01
  ) {
    self.triggers = triggers
    self.gain = gain
    self.attack = attack
    self.release = release
    self.threshold = threshold
  }

  /// Creates a ducking under one track.
  public init(
    under trigger: Track.ID, gain: Double = 0.25, attack: MediaTime = MediaTime(1, over: 5),
    release: MediaTime = MediaTime(1, over: 2), threshold: Double = 0.01
  ) {
    self.init(
      under: [trigger], gain: gain, attack: attack, release: release, threshold: threshold)
  }
}

extension Composition {
  /// The parameters of a track in the mix; the defaults if the mix does not list the track.
  public func mix(of track: Track.ID) -> AudioMixParameters {
    audioMix.first { $0.track == track } ?? AudioMixParameters(track: track)
  }

  /// The audio tracks that are heard: all that are not muted or, if any of these is solo, only the
  /// solo ones.
  public var heardTracks: [Track] {
    let hasSolo = audioMix.contains { $0.isSolo && !$0.isMuted }
    return tracks.filter { track in
      guard track.mediaType == .audio else { return false }
      let mix = mix(of: track.id)
      return !mix.isMuted && (mix.isSolo || !hasSolo)
    }
  }
}
