public import CutawayKeyframes
public import CutawayOverlays
public import CutawayTime

/// Clips and stills one after another, with transitions, movement and music.
///
/// Compositions have no sequences as such. ``Composition/append(_:media:)`` writes out what one
/// means: tracks, instructions, and entries of the mix.
public struct ClipSequence: Sendable, Hashable {
  /// The clips in order of time.
  public var clips: [Clip]
  /// Music under all clips; `nil` for none.
  public var music: Music?

  /// Creates a sequence; its clips are checked when it is appended to a composition.
  public init(_ clips: [Clip], music: Music? = nil) {
    self.clips = clips
    self.music = music
  }

  /// A clip or a still of a sequence.
  public struct Clip: Sendable, Hashable {
    /// The name of the asset, which the composition must have.
    public var asset: Asset.ID
    /// The source range; `nil` is the whole clip or, with a ``duration``, its beginning.
    public var source: ClipRange?
    /// The time of the asset whose frame is shown for the whole ``duration``; `nil` plays ``source``.
    public var frozenAt: MediaTime?
    /// Whether the source range plays from its end to its start.
    public var isReversed: Bool
    /// The duration in the sequence in seconds; `nil` is that of the source.
    ///
    /// If it differs from that of ``source``, the speed changes. A still needs it.
    public var duration: MediaTime?
    /// How the frame is placed in the picture; `nil` is `fit` or, with ``kenBurns``, `fill`.
    public var placement: LayerTransform.Base?
    /// A slow movement over the frame; `nil` for none.
    public var kenBurns: KenBurns?
    /// A blurred enlargement of the frame behind it; `nil` is that of the composition.
    public var blurredBackground: BlurredBackground?
    /// The transition from the clip before, during which both play; `nil` is a cut.
    public var transition: Transition?
    /// Effects on the frames, in the order in which they are applied; their animations have times from the start of the clip.
    public var effects: [Effect]
    /// The visible part of the frame, in pixels of the source, at times from the start of the clip.
    public var crop: AnimatedValue<Rectangle>
    /// The opacity, 0…1, at times from the start of the clip.
    public var opacity: AnimatedValue<Double>
    /// Layers over the clip, from the bottom to the top, whose clock starts with the clip.
    public var overlays: [OverlayLayer]
    /// Whether the sound of the clip is heard, if it has any.
    public var hasSound: Bool
    /// The linear gain of the sound, 0 or greater.
    public var volume: Double
    /// The fade of the sound from the start of the clip; `nil` for none.
    public var fadeIn: Segment.Fade?
    /// The fade of the sound towards the end of the clip; `nil` for none.
    public var fadeOut: Segment.Fade?
    /// How a change of speed affects the pitch of the sound.
    public var pitch: Segment.Pitch

    /// Creates a clip that plays unchanged after the one before it, except for the given values.
    public init(
      _ asset: Asset.ID, source: ClipRange? = nil, frozenAt: MediaTime? = nil,
      isReversed: Bool = false, duration: MediaTime? = nil,
      placement: LayerTransform.Base? = nil, kenBurns: KenBurns? = nil,
      blurredBackground: BlurredBackground? = nil, transition: Transition? = nil,
      effects: [Effect] = [], crop: AnimatedValue<Rectangle> = .init(),
      opacity: AnimatedValue<Double> = .init(), overlays: [OverlayLayer] = [],
      hasSound: Bool = true, volume: Double = 1, fadeIn: Segment.Fade? = nil,
      fadeOut: Segment.Fade? = nil, pitch: Segment.Pitch = .preserved
    ) {
      self.asset = asset
      self.source = source
      self.frozenAt = frozenAt
      self.isReversed = isReversed
      self.duration = duration
      self.placement = placement
      self.kenBurns = kenBurns
      self.blurredBackground = blurredBackground
      self.transition = transition
      self.effects = effects
      self.crop = crop
      self.opacity = opacity
      self.overlays = overlays
      self.hasSound = hasSound
      self.volume = volume
      self.fadeIn = fadeIn
      self.fadeOut = fadeOut
      self.pitch = pitch
    }
  }

  /// A slow movement over a frame, as in the films of Ken Burns.
  public enum KenBurns: Sendable, Hashable {
    /// A movement that differs from clip to clip: nearer and farther in turn.
    case automatic
    /// A change of size from one factor to another.
    ///
    /// The center stays in its place. It is a part of the picture's width and height: 0.5 and 0.5
    /// is the middle.
    case zoom(from: Double, to: Double, center: Point)
  }

  /// Music under the clips, from their start to their end.
  public struct Music: Sendable, Hashable {
    /// The name of the asset, which the composition must have.
    public var asset: Asset.ID
    /// The source range.
    public var source: ClipRange
    /// Whether the range repeats until the clips end.
    public var loops: Bool
    /// The linear gain, 0 or greater.
    public var volume: Double
    /// The duration of the fade at the end, in seconds; 0 for none.
    public var fadeOut: MediaTime
    /// How the music is lowered while clips and other audio tracks sound; `nil` for not at all.
    ///
    /// Its triggers are replaced by all other audio tracks.
    public var ducking: Ducking?

    /// Creates music that repeats and fades out.
    public init(
      _ asset: Asset.ID, source: ClipRange = .whole, loops: Bool = true, volume: Double = 1,
      fadeOut: MediaTime = MediaTime(2), ducking: Ducking? = nil
    ) {
      self.asset = asset
      self.source = source
      self.loops = loops
      self.volume = volume
      self.fadeOut = fadeOut
      self.ducking = ducking
    }
  }
}

extension ClipSequence.KenBurns {
  /// The movements that take turns: two of them draw nearer, and two move away.
  private static let turns: [(from: Double, to: Double, center: Point)] = [
    (1, 1.2, Point(x: 0.4, y: 0.4)), (1.2, 1, Point(x: 0.65, y: 0.45)),
    (1, 1.2, Point(x: 0.6, y: 0.6)), (1.2, 1, Point(x: 0.35, y: 0.55)),
  ]

  /// The movement of the clip at an index.
  func movement(at index: Int) -> (from: Double, to: Double, center: Point) {
    switch self {
    case .automatic: Self.turns[index % Self.turns.count]
    case .zoom(let from, let to, let center): (from, to, center)
    }
  }
}
