public import CutawayTime

/// How a track sounds in the mix.
///
/// Times are those of the composition.
public struct AudioMixParameters: Sendable, Hashable, Codable {
  public var track: Track.ID
  /// Linear gain, 1 by default.
  public var volume: AnimatedValue<Double>
  /// Where it sounds: -1 left, 0 as it is, 1 right.
  ///
  /// A balance with constant power: channels on the left are multiplied by √2·cos((1 + pan)·π/4), those
  /// on the right by √2·sin((1 + pan)·π/4), others stay.
  public var pan: AnimatedValue<Double>
  /// Whether nothing is heard of it.
  public var isMuted: Bool
  /// Whether only it, and other tracks that say so, are heard.
  public var isSolo: Bool
  /// What lowers it while another track sounds.
  public var ducking: Ducking?

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

/// Lowers a track while another one sounds: music under a voice.
public struct Ducking: Sendable, Hashable, Codable {
  /// The track that is listened to.
  public var trigger: Track.ID
  /// The linear gain while that sounds, 0…1.
  public var gain: Double
  /// How long the gain takes to get there; it is there when the sound begins.
  public var attack: MediaTime
  /// How long it takes to come back after the sound.
  public var release: MediaTime
  /// The level from which the trigger counts as sounding: a linear amplitude, of which 1 is full scale.
  public var threshold: Double

  /// - Parameters:
  ///   - trigger: The track that is listened to.
  ///   - gain: 0.25 is -12 dB.
  ///   - attack: In seconds of the composition.
  ///   - release: In seconds of the composition.
  ///   - threshold: 0.01 is -40 dB below full scale.
  public init(
    under trigger: Track.ID, gain: Double = 0.25, attack: MediaTime = MediaTime(1, over: 5),
    release: MediaTime = MediaTime(1, over: 2), threshold: Double = 0.01
  ) {
    self.trigger = trigger
    self.gain = gain
    self.attack = attack
    self.release = release
    self.threshold = threshold
  }
}

extension Composition {
  /// How a track sounds; as it is, where the mix does not say.
  public func mix(of track: Track.ID) -> AudioMixParameters {
    audioMix.first { $0.track == track } ?? AudioMixParameters(track: track)
  }

  /// The audio tracks that are heard: none that is muted, and where some are solo, those only.
  public var heardTracks: [Track] {
    let hasSolo = audioMix.contains { $0.isSolo && !$0.isMuted }
    return tracks.filter { track in
      guard track.mediaType == .audio else { return false }
      let mix = mix(of: track.id)
      return !mix.isMuted && (mix.isSolo || !hasSolo)
    }
  }
}
