public import CutawayTime

/// The level of a sound around the time of a frame, drawn as bars, as a line or as a circle.
public struct LayerWaveform: Sendable, Hashable, Codable {
  /// The sound.
  public var sound: Sound
  /// The form.
  public var style: Style
  /// The colour.
  public var color: Color
  /// The duration of the sound that is visible at a time, in the layer's clock.
  public var window: MediaTime
  /// The number of bars, or of points of the line, in the window; those of a circle lie on two sides.
  public var bars: Int
  /// The part of the place of a bar that stays empty, 0…0.95.
  public var gap: Double
  /// The length of a bar at full scale, where 1 is the height of the layer; `nil` makes the loudest one as long.
  public var gain: Double?
  /// The part of an asset's sound that starts with the layer's clock; `nil` is all.
  public var source: TimeRange?
  /// The speed of an asset's sound.
  public var speed: Double
  /// The levels of the whole sound, which preparation measures; `nil` draws silence.
  public var levels: SoundLevels?
  /// The levels that a presented layer shows.
  public internal(set) var excerpt: Excerpt

  /// Whose level is drawn.
  public enum Sound: Sendable, Hashable, Codable {
    /// The sound of an asset, in the layer's clock.
    case asset(String)
    /// An audio track of the composition, as loud as in the mix, at the time of the composition.
    case track(String)
    /// The whole mix, at the time of the composition.
    case mix
  }

  /// The form in which levels are drawn.
  public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
    /// Bars about the middle of the height, which move to the left. The sound of now is in the middle.
    case bars
    /// A line that swings up and down, and moves to the left. The sound of now is in the middle.
    case line
    /// Bars around a circle. The sound of now is at the top, and runs down at both sides.
    case circle
  }

  /// The levels in a window.
  public struct Excerpt: Sendable, Hashable, Codable {
    /// The number of the first level, from the start of the sound.
    public var first: Int64
    /// Where the time of the first level begins, where 0 and 1 are the ends of the window.
    public var start: Double
    /// The duration of a level as a part of the window.
    public var step: Double
    /// The levels, 0…1.
    public var levels: [Double]
  }

  /// Creates white bars of two seconds.
  public init(_ sound: Sound, style: Style = .bars) {
    (self.sound, self.style, color) = (sound, style, .white)
    (window, bars, gap) = (MediaTime(2), 48, 0.4)
    speed = 1
    excerpt = Excerpt(first: 0, start: 0, step: 1, levels: [])
  }
}

/// The levels of a sound, interval by interval.
public struct SoundLevels: Sendable, Hashable {
  /// The largest absolute sample of all; 1 is full scale.
  public var peak: Double
  /// The largest absolute sample of each interval, as 255ths of ``peak``.
  public var parts: [UInt8]

  /// Takes the largest absolute sample of each interval.
  public init(peaks: [Float]) {
    let peak = peaks.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
    self.peak = Double(peak)
    parts = peaks.map { level in
      level.isFinite && peak > 0 ? UInt8((min(max(level / peak, 0), 1) * 255).rounded()) : 0
    }
  }
}

extension LayerWaveform {
  /// Whether the time of the sound is that of the layer's clock, and not that of the composition.
  package var isInLayerClock: Bool { asset != nil }

  /// The asset whose sound is drawn.
  package var asset: String? {
    if case .asset(let name) = sound { name } else { nil }
  }

  /// The number of levels in the window.
  private var count: Int {
    let count = max(1, min(bars, Self.barLimit))
    return style == .circle ? max(1, count / 2) : count
  }

  /// The maximum number of bars.
  public static let barLimit = 1_000

  /// The duration of a level in the layer's clock.
  public var interval: MediaTime { window / MediaTime(Int64(count)) }

  /// The time from the start of a frame, which stays for a duration, to the sound that counts as that of now.
  ///
  /// In a row it is the middle of what sounds during the frame, and at the top of a circle it is the end.
  package func delay(inFrame duration: MediaTime) -> MediaTime {
    style == .circle ? duration : duration / MediaTime(2)
  }

  /// The time before the sound of now at which the window begins, and that after it at which it ends.
  package var reach: (before: MediaTime, after: MediaTime) {
    style == .circle
      ? (window, .zero) : (window / MediaTime(2), window / MediaTime(2))
  }

  /// The waveform with what it shows at a time, without the other levels.
  func held(at time: MediaTime) -> LayerWaveform {
    var held = self
    held.levels = nil
    let interval = interval, start = time - reach.before
    guard interval > .zero else { return held }
    // A line needs the points beside the window.
    // Beyond that, there is no sound.
    let limit: Int64 = 1 << 60
    let first = min(max(start.floored(in: interval), -limit), limit) - 1
    let place = (interval * Int(clamping: first) - start) / window
    held.excerpt = Excerpt(
      first: first, start: place.seconds, step: 1 / Double(count),
      levels: (0...Int64(count) + 2).map { level(first + $0) })
    return held
  }

  /// The level with a number, 0…1.
  private func level(_ number: Int64) -> Double {
    guard let levels, let index = Int(exactly: number), levels.parts.indices.contains(index),
      levels.peak > 0
    else { return 0 }
    // The noise of a silent recording does not become as large as a voice.
    let gain = gain ?? min(1 / levels.peak, Self.largestGain)
    return (Double(levels.parts[index]) / 255 * levels.peak * gain).limited(to: 0...1)
  }

  /// The largest gain without ``gain``: 20 dB.
  private static let largestGain = 10.0
}
