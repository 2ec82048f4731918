public import CutawayTime

/// A time range of a track: a part of an asset, or empty.
public struct Segment: Sendable, Hashable, Codable {
  /// When the segment plays, in the time of the composition.
  public var target: TimeRange

  /// What the segment plays; `nil` for an empty segment.
  public var media: Media?

  /// A time range of one of an asset's tracks.
  public struct Media: Sendable, Hashable, Codable {
    /// The name of the asset, which the composition must have.
    public var asset: Asset.ID
    /// The index of the asset's track among those of the same media type, from 0.
    public var trackIndex: Int
    /// The source range, in the time of the asset; not empty, from 0 on.
    ///
    /// It is stretched to the target. If the durations differ, the speed changes.
    public var source: TimeRange
    /// Whether the source range plays from its end to its start.
    public var isReversed: Bool
    /// How a change of speed affects the pitch of sound.
    public var pitch: Pitch
    /// The linear gain of the sound, 0 or greater.
    public var volume: Double
    /// The fade of the sound from the start of the segment; `nil` for none.
    public var fadeIn: Fade?
    /// The fade of the sound towards the end of the segment; `nil` for none.
    public var fadeOut: Fade?

    /// Creates media without checking the range; ``Track/insert(_:at:)`` does.
    public init(
      asset: Asset.ID, trackIndex: Int = 0, source: TimeRange, isReversed: Bool = false,
      pitch: Pitch = .preserved, volume: Double = 1, fadeIn: Fade? = nil, fadeOut: Fade? = nil
    ) {
      self.asset = asset
      self.trackIndex = trackIndex
      self.source = source
      self.isReversed = isReversed
      self.pitch = pitch
      self.volume = volume
      self.fadeIn = fadeIn
      self.fadeOut = fadeOut
    }
  }

  /// The source duration of a frame that is frozen: the finest time of the format.
  static let frozenDuration = MediaTime(1, over: 1_000_000_000)

  /// A change between silence and full volume.
  public struct Fade: Sendable, Hashable, Codable {
    /// The length in seconds of the composition; greater than zero in a valid composition.
    public var duration: MediaTime
    /// The rate of the change; `linear` by default.
    public var easing: Easing

    /// Creates a fade for the start or the end of a segment.
    public init(_ duration: MediaTime, easing: Easing = .linear) {
      self.duration = duration
      self.easing = easing
    }
  }

  /// How a change of speed affects the pitch of sound.
  public typealias Pitch = SourceSegment.Pitch

  /// Creates a segment, empty by default; ``Track/validate(_:)`` checks its ranges.
  public init(target: TimeRange, media: Media? = nil) {
    self.target = target
    self.media = media
  }

  /// Whether the segment plays nothing.
  public var isEmpty: Bool { media == nil }

  /// The mapping between the asset's time and the target; `nil` for an empty segment.
  public var mapping: TimeMapping? {
    media.map { TimeMapping(source: $0.source, target: target, isReversed: $0.isReversed) }
  }

  /// The part of the segment inside `range`, or `nil` if there is none.
  ///
  /// Cutting off an end removes the fade there. A remaining fade is no longer than the part.
  public func clipped(to range: TimeRange) -> Segment? {
    guard let target = target.intersection(range) else { return nil }
    var part = Segment(target: target, media: media)
    if let mapping = mapping?.clipped(to: range) { part.media?.source = mapping.source }
    if target.start > self.target.start { part.media?.fadeIn = nil }
    if target.end < self.target.end { part.media?.fadeOut = nil }
    if target != self.target { part.media?.shortenFades(to: target.duration) }
    return part
  }

  /// Whether `next` plays the following part of the same source, directly after this segment.
  package func meets(_ next: Segment) -> Bool {
    guard let media, let following = next.media, let mapping, let after = next.mapping else {
      return false
    }
    return media.asset == following.asset && media.trackIndex == following.trackIndex
      && mapping.meets(after)
  }

  /// Whether `next` meets this segment at the same speed, pitch and volume, so that the cut is neither
  /// visible nor audible.
  package func continues(with next: Segment) -> Bool {
    meets(next) && media?.pitch == next.media?.pitch && media?.volume == next.media?.volume
      && mapping?.speed == next.mapping?.speed
  }

  func moved(by offset: MediaTime) -> Segment {
    Segment(
      target: TimeRange(start: target.start + offset, duration: target.duration), media: media)
  }
}

extension Segment.Media {
  /// Creates media that show one frame as long as their segment lasts.
  public init(asset: Asset.ID, trackIndex: Int = 0, frozenAt time: MediaTime) {
    self.init(
      asset: asset, trackIndex: trackIndex,
      source: TimeRange(start: time, duration: Segment.frozenDuration))
  }

  /// Whether the media show one frame as long as their segment lasts.
  package var isFrozen: Bool { source.duration == Segment.frozenDuration }

  fileprivate mutating func shortenFades(to duration: MediaTime) {
    if let fade = fadeIn { fadeIn?.duration = min(fade.duration, duration) }
    if let fade = fadeOut { fadeOut?.duration = min(fade.duration, duration) }
  }
}
