public import CutawayTime

/// A sequence of segments of one kind of media, without overlaps or holes.
public struct Track: Sendable, Hashable, Codable, Identifiable {
  public typealias ID = String

  public enum MediaType: String, Sendable, Hashable, Codable, CaseIterable {
    case video, audio
    /// Text with times; files carry it beside picture and sound.
    case subtitle
  }

  public var id: ID
  public var mediaType: MediaType
  /// In order of time; the first starts at 0 and each next where the one before it ends.
  public private(set) var segments: [Segment]
  /// Effects on the track's own frames or samples, applied in this order before anything else.
  public var effects: [Effect]
  /// The linear gain of its sound before any of the mix.
  public var preferredVolume: Double
  /// How long the sound takes to go and come again where a cut interrupts it, so that it does not click;
  /// 0 leaves every sample as it is.
  public var declick: MediaTime
  /// The language, as a BCP 47 tag such as `de` or `pt-BR`.
  public var language: String?

  /// An empty track.
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

  /// A track of given segments.
  ///
  /// - Throws: ``CompositionError``; see ``validate(_:)``.
  public init(
    id: ID, mediaType: MediaType, segments: [Segment], effects: [Effect] = [],
    language: String? = nil, preferredVolume: Double = 1, declick: MediaTime = .zero
  ) throws(CompositionError) {
    self.init(
      id: id, mediaType: mediaType, effects: effects, language: language,
      preferredVolume: preferredVolume, declick: declick)
    try setSegments(segments)
  }

  /// Where the last segment ends.
  public var duration: MediaTime { segments.last?.target.end ?? .zero }

  /// The segment shown at `time`.
  public func segment(at time: MediaTime) -> Segment? {
    segments.first { $0.target.contains(time) }
  }

  /// Replaces all segments.
  ///
  /// - Throws: ``CompositionError``; see ``validate(_:)``. The track is then left as it was.
  public mutating func setSegments(_ segments: [Segment]) throws(CompositionError) {
    try Track.validate(segments)
    self.segments = segments
  }

  /// Checks that segments can follow each other on a track.
  ///
  /// - Throws: ``CompositionError`` where the first does not start at 0, one does not start where
  ///   the one before it ends, a range is empty, or a source range starts before 0.
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

  /// Takes assets out: what showed them is empty.
  mutating func emptySegments(of assets: Set<Asset.ID>) {
    for index in segments.indices {
      guard let media = segments[index].media, assets.contains(media.asset) else { continue }
      segments[index].media = nil
    }
  }

  /// Sets segments that an edit has made and that therefore are valid, joining what belongs
  /// together.
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
