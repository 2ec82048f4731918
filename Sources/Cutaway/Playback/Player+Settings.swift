public import CutawayTime
public import CutawayTranslation

extension Player {
  /// The options of a player, fixed when it is created.
  public struct Settings: Sendable, Hashable {
    /// The part of the composition to play; `nil` plays everything.
    public var range: TimeRange?
    /// Where to start, relative to ``range``; `nil` is its start, or its end for backward playback.
    public var start: MediaTime?
    /// The initial rate, clamped to ±1/32…±32 with constant pitch; 0 starts paused at rate 1.
    public var rate = 1.0
    /// Whether playback restarts when it reaches the end.
    public var loops = false
    /// Whether playback pauses at the first frame until ``Player/play()``.
    public var isPaused = false
    /// Whether the sound is muted.
    public var isMuted = false
    /// The factor of the sound, clamped to 0…10.
    public var volume = 1.0
    /// Whether the timeline covers the lower part of the picture.
    public var showsTimeline = false
    /// How to treat a segment whose source fails during playback.
    public var onMissing = MissingMedia.stop

    /// The default settings: everything, forwards at normal speed, with sound.
    public init() {}

    /// The same settings at a rate that can be played; 0 pauses.
    var bounded: Settings {
      var settings = self
      settings.isPaused = isPaused || rate == 0
      let size = rate == 0 ? 1 : max(1.0 / 32, min(abs(rate), 32))
      settings.volume = boundedVolume(volume)
      settings.rate = rate.isFinite ? (rate < 0 ? -size : size) : 1
      return settings
    }
  }
}

/// A volume that GStreamer's element accepts; what is not a number counts as 1.
func boundedVolume(_ volume: Double) -> Double { volume.isNaN ? 1 : min(max(volume, 0), 10) }
