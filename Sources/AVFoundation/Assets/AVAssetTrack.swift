import CutawayModel
import CutawayTime

/// A track of an asset.
open class AVAssetTrack: NSObject, NSCopying, @unchecked Sendable {
  // Tracks of files do not change; see `AVAsset` for those of compositions.

  /// The asset; `nil` after it was released.
  public private(set) weak var asset: AVAsset?
  /// The number of the track in its asset, from 1 on.
  public let trackID: CMPersistentTrackID
  /// The kind of media.
  public let mediaType: AVMediaType
  /// What the file states; `nil` for tracks of compositions.
  let facts: TrackFacts?

  init(
    _ asset: AVAsset?, trackID: CMPersistentTrackID, mediaType: AVMediaType, facts: TrackFacts?
  ) {
    (self.asset, self.trackID, self.mediaType, self.facts) = (asset, trackID, mediaType, facts)
  }

  /// Returns the track itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The time range in the asset; it starts at 0.
  open var timeRange: CMTimeRange {
    CMTimeRange(start: .zero, duration: facts.map { CMTime($0.duration) } ?? .zero)
  }
  /// The size of frames in square pixels, before the preferred transform.
  open var naturalSize: CGSize { facts?.size ?? .zero }
  /// The transform that turns frames upright, with the top left corner at the origin.
  ///
  /// Coordinates have their origin at the top left, and y grows downwards. A composition's own value may
  /// be set.
  open var preferredTransform: CGAffineTransform {
    get { facts?.transform ?? .identity }
    set {}
  }
  /// The usual volume, 1 by default.
  open var preferredVolume: Float {
    get { 1 }
    set {}
  }
  /// Whether the track plays.
  open var isEnabled: Bool {
    get { true }
    set {}
  }
  /// Units per second that suit the times of the track.
  open var naturalTimeScale: CMTimeScale {
    get { facts?.timescale ?? 600 }
    set {}
  }
  /// The language as an ISO 639-2 code.
  open var languageCode: String? {
    get { facts?.language }
    set {}
  }
  /// The language as a BCP 47 tag.
  open var extendedLanguageTag: String? {
    get { facts?.language }
    set {}
  }
  /// Frames per second; 0 for sound.
  open var nominalFrameRate: Float { facts?.frameRate ?? 0 }
  /// The duration of a frame; invalid for sound.
  open var minFrameDuration: CMTime { facts?.frameDuration.map { CMTime($0) } ?? .invalid }
  /// Bits per second, estimated from the size of the file.
  open var estimatedDataRate: Float { facts?.dataRate ?? 0 }
  /// The formats of the samples.
  open var formatDescriptions: [Any] { facts.map { [$0.format] } ?? [] }
  /// The segments: one, as long as the track.
  var currentSegments: [AVAssetTrackSegment] {
    [AVAssetTrackSegment(mapping: CMTimeMapping(source: timeRange, target: timeRange))]
  }
}

extension AVAssetTrack {
  /// Whether the track can be played.
  public var isPlayable: Bool { true }
  /// Whether the track can be decoded.
  public var isDecodable: Bool { true }
  /// Whether all samples are in the file.
  public var isSelfContained: Bool { true }
  /// The bytes of all samples, estimated from the size of the file.
  public var totalSampleDataLength: Int64 {
    let bytes = Double(estimatedDataRate) / 8 * timeRange.duration.seconds
    return bytes.isFinite ? Int64(bytes) : 0
  }
  /// Whether frames are stored in another order than they are shown; not known, so `true`.
  public var requiresFrameReordering: Bool { mediaType == .video }
  /// Metadata of the track: none are read.
  public var metadata: [AVMetadataItem] { [] }
  /// Metadata of the track: none are read.
  public var commonMetadata: [AVMetadataItem] { [] }

  /// Whether the track has a characteristic.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual: mediaType == .video
    case .audible: mediaType == .audio
    case .legible: [.subtitle, .text, .closedCaption].contains(mediaType)
    case .frameBased: mediaType == .video
    default: false
    }
  }

  /// The time at which the sample of a time is presented.
  public func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let frame = facts?.frameDuration, let time = trackTime.mediaTime else { return trackTime }
    return CMTime(frame * Int(time.floored(in: frame)))
  }
}

/// A track, whose segments are as narrow as its own type.
public protocol AVSegmentProvider: AnyObject {}

extension AVAssetTrack: AVSegmentProvider {}

extension AVSegmentProvider where Self: AVAssetTrack {
  /// The segments, in order of time.
  public var segments: [AVAssetTrackSegment] { currentSegments }

  /// The segment at a time.
  public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    currentSegments.first { $0.timeMapping.target.containsTime(trackTime) }
  }

  /// The segment at a time.
  public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment? {
    segment(forTrackTime: trackTime)
  }
}

/// A part of a track.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // It never changes.

  /// The range of the media, and the range in which it plays.
  public let timeMapping: CMTimeMapping

  init(mapping: CMTimeMapping) { timeMapping = mapping }

  /// Whether nothing plays.
  public var isEmpty: Bool { timeMapping.isEmpty }
}
