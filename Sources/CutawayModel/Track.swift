public import CutawayTime

/// A sequence of segments of one media type, without overlaps or gaps.
public struct Track: Sendable, Hashable, Codable, Identifiable {
  /// The name of a track in its composition.
  public typealias ID = Identifier<Track>

  /// The kind of media that a track plays.
  public enum MediaType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Video, which layers compose, and audio, which the mix adds up.
    case video, audio
    /// Text with times, which files carry beside video and sound.
    case subtitle
  }

  /// The name that layers and the mix refer to; unique in a composition.
  public var id: ID
  /// The kind of media that all segments play.
  public var mediaType: MediaType
  /// The segments in order of time.
  ///
  /// The first starts at 0, and each other one where its predecessor ends.
  public private(set) var segments: [Segment]
  /// Effects on the track's frames or samples, in the order in which they are applied, before
  /// anything else.
  public var effects: [Effect]
  /// Whether the sound of what a video track shows is left out on purpose.
  ///
  /// There is no warning then if no audio track plays it.
  public var isSilent = false
  /// The linear gain of the track's sound before the mix, 0 or greater; 1 by default.
  public var preferredVolume: Double
  /// Duration of the fade at each cut that suppresses clicks; 0 leaves every sample unchanged.
  public var declick: MediaTime
  /// The language, as a BCP 47 tag such as `de` or `pt-BR`; `nil` leaves it open.
  public var language: String?
  /// The layer that a video track without segments shows; its frames have the render size.
  ///
  /// The layer's clock is that of the composition. If it has a range, the track lasts until its end,
  /// otherwise as long as the composition.
  public var layer: OverlayLayer?

  /// Creates a video track that shows a layer.
  public init(id: ID, layer: OverlayLayer, effects: [Effect] = []) {
    self.init(id: id, mediaType: .video, effects: effects)
    self.layer = layer
  }

  /// Creates a track without segments.
  public init(
    id: ID, mediaType: MediaType, effects: [Effect] = [], language: String? = nil,
    preferredVolume: Double = 1, declick: MediaTime = .zero
  ) {
    self.id = id
    self.mediaType = mediaType
    self.effects = effects
    self.language = language
    self.preferredVolume = preferredVolume
    self.declick = declick
    segments = []
  }

  /// Creates a track with the given segments.
  ///
  /// - Throws: `CompositionError`; see ``validate(_:)``.
  public init(
    id: ID, mediaType: MediaType, segments: [Segment], effects: [Effect] = [],
    language: String? = nil, preferredVolume: Double = 1, declick: MediaTime = .zero
  ) throws(CompositionError) {
    self.init(
      id: id, mediaType: mediaType, effects: effects, language: language,
      preferredVolume: preferredVolume, declick: declick)
    try setSegments(segments)
  }

  /// The end of the last segment, or of the range of the layer, in seconds; 0 without either.
  public var duration: MediaTime { segments.last?.target.end ?? layer?.range?.end ?? .zero }

  /// The segment that contains `time`, or `nil` outside the track.
  public func segment(at time: MediaTime) -> Segment? {
    let index = segments.partitioningIndex { $0.target.end > time }
    return index < segments.count && segments[index].target.contains(time) ? segments[index] : nil
  }

  /// The segments that overlap a range, of which there may be few among thousands.
  package func segments(overlapping range: TimeRange) -> ArraySlice<Segment> {
    segments.overlapping(range, by: \.target)
  }

  /// Replaces all segments.
  ///
  /// - Throws: `CompositionError`; see ``validate(_:)``. The track then stays unchanged.
  public mutating func setSegments(_ segments: [Segment]) throws(CompositionError) {
    try Track.validate(segments)
    self.segments = segments
  }

  /// Checks that segments can follow each other on a track.
  ///
  /// - Throws: `CompositionError` if the first does not start at 0, one does not start where the
  ///   one before it ends, a range is empty, or a source range starts before 0.
  public static func validate(_ segments: [Segment]) throws(CompositionError) {
    var end = MediaTime.zero
    for (index, segment) in segments.enumerated() {
      if segment.target.start != end {
        throw CompositionError(
          .notContiguous,
          "segment \(index) starts at \(segment.target.start.text) s, not at \(end.text) s")
      }
      if segment.target.isEmpty {
        throw CompositionError(
          .emptyRange, "segment \(index) has no duration: \(segment.target.text) s")
      }
      if let source = segment.media?.source {
        if source.isEmpty {
          throw CompositionError(
            .emptyRange, "segment \(index) shows an empty range: \(source.text) s")
        }
        if source.start < .zero {
          throw CompositionError(
            .outOfRange, "segment \(index) starts before its asset: \(source.text) s")
        }
      }
      end = segment.target.end
    }
  }

  /// Makes every segment that plays one of the assets an empty one.
  mutating func emptySegments(of assets: Set<Asset.ID>) {
    for index in segments.indices {
      guard let media = segments[index].media, assets.contains(media.asset) else { continue }
      segments[index].media = nil
    }
  }

  /// Sets the segments that result from an edit, and are therefore valid.
  ///
  /// Joins adjacent empty segments, and removes empty ones at the end.
  mutating func setEdited(_ parts: [Segment]) {
    segments = parts.reduce(into: []) { list, part in
      if part.target.isEmpty { return }
      if part.isEmpty, let last = list.last, last.isEmpty {
        list[list.count - 1].target.duration = part.target.end - last.target.start
      } else {
        list.append(part)
      }
    }
    if segments.last?.isEmpty == true { segments.removeLast() }
  }
}
