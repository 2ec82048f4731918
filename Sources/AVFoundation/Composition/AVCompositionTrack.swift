import Cutaway
import CutawayModel
import CutawayTime

/// A track of a composition.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
  // One thread at a time may edit a composition.
  /// The segments, as the model has them.
  var content: Track
  /// The files that the segments play, by the name of their asset in the model.
  var sources: [Asset.ID: AVURLAsset] = [:]
  fileprivate var ownTransform = CGAffineTransform.identity
  fileprivate var ownScale: CMTimeScale?
  fileprivate var hasLanguage: String?
  fileprivate var isPlaying = true

  init(
    _ composition: AVComposition?, trackID: CMPersistentTrackID, mediaType: AVMediaType,
    content: Track
  ) {
    self.content = content
    super.init(composition, trackID: trackID, mediaType: mediaType, facts: nil)
  }

  override var currentSegments: [AVAssetTrackSegment] { segmentList }

  /// The segments with the files that they play.
  var segmentList: [AVCompositionTrackSegment] {
    content.segments.map { segment in
      let target = CMTimeRange(segment.target)
      guard let media = segment.media, let source = sources[media.asset] else {
        return AVCompositionTrackSegment(timeRange: target)
      }
      return AVCompositionTrackSegment(
        url: source.url, trackID: source.track(mediaType, media.trackIndex)?.trackID ?? 0,
        sourceTimeRange: CMTimeRange(media.source), targetTimeRange: target)
    }
  }

  /// The track of a file that the first segment plays.
  var firstSource: AVAssetTrack? {
    content.segments.lazy.compactMap(\.media).first.flatMap { media in
      sources[media.asset]?.track(mediaType, media.trackIndex)
    }
  }

  /// From 0 to the end of the last segment.
  public override var timeRange: CMTimeRange {
    CMTimeRange(start: .zero, duration: CMTime(content.duration))
  }
  /// The size of frames of the first segment.
  public override var naturalSize: CGSize { firstSource?.naturalSize ?? .zero }
  /// Frames per second: the highest of all segments.
  public override var nominalFrameRate: Float {
    sourceTracks.map(\.nominalFrameRate).max() ?? 0
  }
  /// The shortest duration of a frame.
  public override var minFrameDuration: CMTime {
    sourceTracks.map(\.minFrameDuration).filter(\.isNumeric).min() ?? .invalid
  }
  /// Bits per second of the first segment.
  public override var estimatedDataRate: Float { firstSource?.estimatedDataRate ?? 0 }
  /// The formats of the samples of all segments.
  public override var formatDescriptions: [Any] {
    var known: [CMFormatDescription] = []
    for case let format as CMFormatDescription in sourceTracks.flatMap(\.formatDescriptions)
    where !known.contains(format) {
      known.append(format)
    }
    return known
  }
  /// The transform for playback without a video composition; the identity until it is set.
  ///
  /// Inserting does not copy that of the source.
  open override var preferredTransform: CGAffineTransform {
    get { ownTransform }
    set { ownTransform = newValue }
  }
  /// The volume in the mix, 1 by default.
  open override var preferredVolume: Float {
    get { Float(content.preferredVolume) }
    set { content.preferredVolume = Double(max(0, newValue)) }
  }
  /// Whether the track plays; `true` by default.
  open override var isEnabled: Bool {
    get { isPlaying }
    set { isPlaying = newValue }
  }
  /// Units per second: those of the first segment, else 600; a value of one's own can be set.
  open override var naturalTimeScale: CMTimeScale {
    get { ownScale ?? firstSource?.naturalTimeScale ?? 600 }
    set { ownScale = newValue }
  }
  /// The language as an ISO 639-2 code.
  open override var languageCode: String? {
    get { content.language }
    set { content.language = newValue }
  }
  /// The language as a BCP 47 tag.
  open override var extendedLanguageTag: String? {
    get { content.language }
    set { content.language = newValue }
  }
  /// Replacements of formats: none.
  public var formatDescriptionReplacements: [AVCompositionTrackFormatDescriptionReplacement] { [] }

  /// The tracks of the files that segments play.
  private var sourceTracks: [AVAssetTrack] {
    Set(
      content.segments.compactMap(\.media).map {
        SourceTrack(asset: $0.asset, index: $0.trackIndex)
      }
    )
    .compactMap { sources[$0.asset]?.track(mediaType, $0.index) }
  }

  private struct SourceTrack: Hashable {
    let asset: Asset.ID
    let index: Int
  }

  /// The same track of another composition.
  func copied(to composition: AVComposition) -> AVMutableCompositionTrack {
    let copy = AVMutableCompositionTrack(
      composition, trackID: trackID, mediaType: mediaType, content: content)
    copy.sources = sources
    (copy.ownTransform, copy.ownScale, copy.isPlaying) = (ownTransform, ownScale, isPlaying)
    return copy
  }
}

extension AVSegmentProvider where Self: AVCompositionTrack {
  /// The segments, in order of time, without gaps.
  public var segments: [AVCompositionTrackSegment] { segmentList }

  /// The segment at a time.
  public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    segmentList.first { $0.timeMapping.target.containsTime(trackTime) }
  }
}

extension AVURLAsset {
  /// The track of a kind with an index among those of its kind.
  func track(_ type: AVMediaType, _ index: Int) -> AVAssetTrack? {
    currentTracks.first { $0.mediaType == type && $0.facts?.index == index }
  }
}

/// A part of a track of a composition: a range of a file, or nothing.
public final class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  /// The file; `nil` for an empty segment.
  public let sourceURL: URL?
  /// The number of the track in the file; 0 for an empty segment.
  public let sourceTrackID: CMPersistentTrackID

  /// Creates a segment that plays a range of a file.
  public init(
    url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange,
    targetTimeRange: CMTimeRange
  ) {
    (sourceURL, sourceTrackID) = (URL, trackID)
    super.init(mapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
  }

  /// Creates an empty segment.
  public init(timeRange: CMTimeRange) {
    (sourceURL, sourceTrackID) = (nil, kCMPersistentTrackID_Invalid)
    super.init(mapping: .empty(target: timeRange))
  }
}

/// A format that replaces another one in a track; nothing creates one.
public final class AVCompositionTrackFormatDescriptionReplacement: NSObject, Sendable {}
