public import CutawayTime

/// A span of a track: a part of an asset, or nothing.
public struct Segment: Sendable, Hashable, Codable {
  /// When the segment is shown, in the time of the composition.
  public var target: TimeRange

  /// What it shows; `nil` for an empty segment.
  public var media: Media?

  /// A range of one of an asset's tracks.
  public struct Media: Sendable, Hashable, Codable {
    public var asset: Asset.ID
    /// Which of the asset's tracks of the track's type, from 0.
    public var trackIndex: Int
    /// The part shown, in the time of the asset.
    ///
    /// It is stretched over the target, so another duration than the target's is a change of speed.
    public var source: TimeRange
    /// What a change of speed does to the pitch of sound.
    public var pitch: Pitch
    /// How its sound comes in, from where the segment starts; at once, if `nil`.
    public var fadeIn: Fade?
    /// How its sound goes, towards where the segment ends.
    public var fadeOut: Fade?

    public init(
      asset: Asset.ID, trackIndex: Int = 0, source: TimeRange, pitch: Pitch = .preserved,
      fadeIn: Fade? = nil, fadeOut: Fade? = nil
    ) {
      self.asset = asset
      self.trackIndex = trackIndex
      self.source = source
      self.pitch = pitch
      self.fadeIn = fadeIn
      self.fadeOut = fadeOut
    }
  }

  /// A change between silence and full sound.
  public struct Fade: Sendable, Hashable, Codable {
    public var duration: MediaTime
    public var easing: Easing

    public init(_ duration: MediaTime, easing: Easing = .linear) {
      self.duration = duration
      self.easing = easing
    }
  }

  /// What a change of speed does to the pitch of sound.
  public enum Pitch: String, Sendable, Hashable, Codable, CaseIterable {
    case preserved = "preserve"
    case varispeed
  }

  public init(target: TimeRange, media: Media? = nil) {
    self.target = target
    self.media = media
  }

  public var isEmpty: Bool { media == nil }

  /// How target time maps onto the asset's; `nil` for an empty segment.
  public var mapping: TimeMapping? {
    media.map { TimeMapping(source: $0.source, target: target) }
  }

  /// The part of the segment inside `range`, or `nil` if there is none.
  ///
  /// An end that is cut off takes its fade with it.
  public func clipped(to range: TimeRange) -> Segment? {
    guard let target = target.intersection(range) else { return nil }
    var part = Segment(target: target, media: media)
    if let mapping = mapping?.clipped(to: range) { part.media?.source = mapping.source }
    if target.start > self.target.start { part.media?.fadeIn = nil }
    if target.end < self.target.end { part.media?.fadeOut = nil }
    if target != self.target { part.media?.shortenFades(to: target.duration) }
    return part
  }

  func moved(by offset: MediaTime) -> Segment {
    Segment(
      target: TimeRange(start: target.start + offset, duration: target.duration), media: media)
  }
}

extension Segment.Media {
  fileprivate mutating func shortenFades(to duration: MediaTime) {
    if let fade = fadeIn { fadeIn?.duration = min(fade.duration, duration) }
    if let fade = fadeOut { fadeOut?.duration = min(fade.duration, duration) }
  }
}
