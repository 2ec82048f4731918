import CutawayMedia

/// Media with a time line: a file, or a composition.
///
/// `AVAsset(url:)` returns an ``AVURLAsset``. Synchronous properties open the file once, and wait for
/// it; an asset that cannot be read has no tracks and the duration zero, and `load(_:)` throws the
/// reason.
open class AVAsset: NSObject, NSCopying, @unchecked Sendable {
  // Classes that are not final can only be unchecked Sendable. What changes is in `Mutex`es, but for
  // compositions, which one thread at a time may edit, as on Apple's systems.

  /// Creates an asset without media.
  public override init() {}

  /// Returns the asset itself, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy as `Any`, for casts.
  open override func copy() -> Any { copy(with: nil) }

  /// The tracks; for a file, it waits until they are known.
  var currentTracks: [AVAssetTrack] { [] }

  /// Waits until all properties are known.
  ///
  /// - Throws: ``AVError`` if the media cannot be read.
  func prepare() async throws(AVError) {}

  /// Whether the properties are known, and the reason if they cannot be.
  var readiness: Readiness { .known }

  /// How much is known of an asset.
  enum Readiness {
    case unknown, loading, known
    case failed(AVError)
  }

  /// The length; zero if the media cannot be read.
  open var duration: CMTime {
    currentTracks.map(\.timeRange.end).filter(\.isNumeric).max() ?? .zero
  }

  /// The size of the first video track, without regard to its orientation.
  var sizeOfVideo: CGSize {
    currentTracks.first { $0.mediaType == .video }?.naturalSize ?? .zero
  }

  /// Metadata, in all formats.
  open var metadata: [AVMetadataItem] { [] }
}

extension AVAsset: InstanceProvider {
  /// Creates an ``AVURLAsset``.
  public convenience init(url URL: URL) {
    self.init(providing: { sameInstance(AVURLAsset(url: URL, options: nil)) })
  }

  /// The natural rate: 1.
  public var preferredRate: Float { 1 }
  /// The natural volume: 1.
  public var preferredVolume: Float { 1 }
  /// The transform of the whole asset: the identity.
  public var preferredTransform: CGAffineTransform { .identity }
  /// Not live.
  public var minimumTimeOffsetFromLive: CMTime { .invalid }
  /// Whether times are exact: always.
  public var providesPreciseDurationAndTiming: Bool { true }
  /// The length, if it is known.
  public var overallDurationHint: CMTime { duration }
  /// Whether the media can be played.
  public var isPlayable: Bool { !currentTracks.isEmpty }
  /// Whether the media can be exported.
  public var isExportable: Bool { isPlayable }
  /// Whether samples can be read.
  public var isReadable: Bool { isPlayable }
  /// Whether ranges can be inserted into a composition.
  public var isComposable: Bool { isPlayable }
  /// Whether the media are protected: never.
  public var hasProtectedContent: Bool { false }
  /// Whether the asset can be saved to the video library.
  public var isCompatibleWithSavedPhotosAlbum: Bool { isPlayable }
  /// Whether the asset can be sent to a television.
  public var isCompatibleWithAirPlayVideo: Bool { isPlayable }
  /// Metadata with common keys.
  public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
  /// The date of recording.
  public var creationDate: AVMetadataItem? {
    metadata.first { $0.identifier == .commonIdentifierCreationDate }
  }
  /// Lyrics: none are read.
  public var lyrics: String? { nil }
  /// The formats of the metadata.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.isEmpty ? [] : [.unknown] }
  /// The metadata of a format.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    format == .unknown ? metadata : []
  }
  /// The metadata of a format.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await prepare()
    return metadata(forFormat: format)
  }

  /// A number that no track has.
  public func unusedTrackID() -> CMPersistentTrackID {
    (currentTracks.map(\.trackID).max() ?? 0) + 1
  }
  /// A number that no track has.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await prepare()
    return unusedTrackID()
  }

  /// Stops loading; requests that wait continue.
  public func cancelLoading() {}
}

// MARK: Tracks

/// An asset, whose tracks are as narrow as its own type: a composition has composition tracks.
public protocol AVTrackProvider: AnyObject {}

extension AVAsset: AVTrackProvider {}

extension AVTrackProvider where Self: AVAsset {
  /// The tracks, in the order of the asset.
  public var tracks: [AVAssetTrack] { currentTracks }

  /// The size of the first video track, without regard to its orientation.
  public var naturalSize: CGSize { sizeOfVideo }

  /// The track with a number.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    currentTracks.first { $0.trackID == trackID }
  }

  /// The tracks of a kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    currentTracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a characteristic.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVAssetTrack] {
    currentTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track with a number.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await prepare()
    return track(withTrackID: trackID)
  }

  /// The tracks of a kind.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await prepare()
    return tracks(withMediaType: mediaType)
  }

  /// The tracks with a characteristic.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await prepare()
    return tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// The tracks of a kind.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    finish(completionHandler) { asset in asset.tracks(withMediaType: mediaType) }
  }

  /// The track with a number.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    finish(completionHandler) { asset in asset.track(withTrackID: trackID) }
  }
}

extension AVTrackProvider where Self: AVAsset {
  /// Calls a handler with what a closure returns when the asset is ready, on a queue of its own.
  func finish<Value>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    with value: @escaping @Sendable (Self) -> Value?
  ) {
    Task.detached(executorPreference: BlockingThreads.shared) { [self] in
      do throws(AVError) {
        try await prepare()
        handler(value(self), nil)
      } catch {
        handler(nil, error)
      }
    }
  }
}
