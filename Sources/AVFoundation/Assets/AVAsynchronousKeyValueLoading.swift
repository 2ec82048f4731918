import CutawayMedia

/// A property that may have to be loaded.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  // Its closures are Sendable, and nothing changes.
  init() {}
}

/// A property of a type that may have to be loaded.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let value: @Sendable (Root) -> Value

  init(_ value: @escaping @Sendable (Root) -> Value) { self.value = value }

  /// How far loading is.
  @frozen
  public enum Status {
    /// Nobody asked for the value.
    case notYetLoaded
    /// The file is opened.
    case loading
    /// The value is known.
    case loaded(Value)
    /// The value cannot be known, for a reason.
    case failed(NSError)
  }
}

/// How far the loading of a value is.
public enum AVKeyValueStatus: Int, Sendable {
  /// The cases of AVFoundation.
  case unknown, loading, loaded, failed, cancelled
}

/// What has properties that may have to be loaded.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// Waits until the properties are known.
  func awaitProperties() async throws
  /// How far loading is, and the reason of a failure.
  func propertyStatus() -> (AVKeyValueStatus, (any Error)?)
}

extension AVAsset: AVAsynchronousKeyValueLoading {
  /// Waits until the properties are known.
  ///
  /// - Throws: ``AVError`` if the media cannot be read.
  public func awaitProperties() async throws { try await prepare() }

  /// How far loading is, and the reason of a failure.
  public func propertyStatus() -> (AVKeyValueStatus, (any Error)?) {
    switch readiness {
    case .unknown: (.unknown, nil)
    case .loading: (.loading, nil)
    case .known: (.loaded, nil)
    case .failed(let error): (.failed, error)
    }
  }
}

extension AVAssetTrack: AVAsynchronousKeyValueLoading {
  /// Returns at once: a track exists when its properties are known.
  public func awaitProperties() async throws {}

  /// Loaded.
  public func propertyStatus() -> (AVKeyValueStatus, (any Error)?) { (.loaded, nil) }
}

extension AVAsynchronousKeyValueLoading {
  /// The value of a property.
  ///
  /// - Throws: ``AVError`` if the media cannot be read.
  public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
    try await awaitProperties()
    return property.value(self)
  }

  /// The values of two properties.
  public func load<A, B>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    try await awaitProperties()
    return (a.value(self), b.value(self))
  }

  /// The values of three properties.
  public func load<A, B, C>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    try await awaitProperties()
    return (a.value(self), b.value(self), c.value(self))
  }

  /// The values of four properties.
  public func load<A, B, C, D>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>,
    _ d: AVAsyncProperty<Self, D>
  ) async throws -> (A, B, C, D) {
    try await awaitProperties()
    return (a.value(self), b.value(self), c.value(self), d.value(self))
  }

  /// The values of five properties.
  public func load<A, B, C, D, E>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>,
    _ d: AVAsyncProperty<Self, D>, _ e: AVAsyncProperty<Self, E>
  ) async throws -> (A, B, C, D, E) {
    try await awaitProperties()
    return (a.value(self), b.value(self), c.value(self), d.value(self), e.value(self))
  }

  /// The values of six properties.
  public func load<A, B, C, D, E, F>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>,
    _ d: AVAsyncProperty<Self, D>, _ e: AVAsyncProperty<Self, E>, _ f: AVAsyncProperty<Self, F>
  ) async throws -> (A, B, C, D, E, F) {
    try await awaitProperties()
    return (
      a.value(self), b.value(self), c.value(self), d.value(self), e.value(self), f.value(self)
    )
  }

  /// How far the loading of a property is.
  public func status<Value>(
    of property: AVAsyncProperty<Self, Value>
  ) -> AVAsyncProperty<Self, Value>.Status {
    switch propertyStatus() {
    case (.loaded, _): .loaded(property.value(self))
    case (.loading, _): .loading
    case (.failed, let error): .failed((error ?? AVError(.unknown)) as NSError)
    default: .notYetLoaded
    }
  }

  /// How far the loading of a property is, by its name.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus
  {
    let (status, error) = propertyStatus()
    unsafe outError?.pointee = error.map { $0 as NSError }
    return status
  }
}

extension AVAsynchronousKeyValueLoading where Self: Sendable {
  /// Loads properties, and calls a handler on a queue of its own, never on the calling thread or the
  /// main queue.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    Task.detached(executorPreference: BlockingThreads.shared) {
      // The handler asks for the status, which has the error.
      try? await self.awaitProperties()
      handler?()
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The length.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init { $0.duration } }
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init { $0.currentTracks } }
  /// The natural rate.
  public static var preferredRate: AVAsyncProperty<Root, Float> { .init { $0.preferredRate } }
  /// The natural volume.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init { $0.preferredVolume } }
  /// The transform of the whole asset.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init { $0.preferredTransform }
  }
  /// Metadata in all formats.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init { $0.metadata } }
  /// Metadata with common keys.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init { $0.commonMetadata }
  }
  /// The formats of the metadata.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .init { $0.availableMetadataFormats }
  }
  /// The date of recording.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    .init { $0.creationDate }
  }
  /// Lyrics.
  public static var lyrics: AVAsyncProperty<Root, String?> { .init { $0.lyrics } }
  /// Whether the media can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { $0.isPlayable } }
  /// Whether the media can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { .init { $0.isExportable } }
  /// Whether samples can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> { .init { $0.isReadable } }
  /// Whether ranges can be inserted into a composition.
  public static var isComposable: AVAsyncProperty<Root, Bool> { .init { $0.isComposable } }
  /// Whether the media are protected.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    .init { $0.hasProtectedContent }
  }
  /// Whether times are exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init { $0.providesPreciseDurationAndTiming }
  }
  /// The length, if it is known.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    .init { $0.overallDurationHint }
  }
}

extension AVPartialAsyncProperty where Root: AVComposition {
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> {
    .init { $0.currentTracks.compactMap { $0 as? AVCompositionTrack } }
  }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
    .init { $0.currentTracks.compactMap { $0 as? AVMutableCompositionTrack } }
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The formats of the samples.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    .init { $0.formatDescriptions.compactMap { $0 as? CMFormatDescription } }
  }
  /// The time range in the asset.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init { $0.timeRange } }
  /// The size of frames.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init { $0.naturalSize } }
  /// The transform that turns frames upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init { $0.preferredTransform }
  }
  /// The usual volume.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init { $0.preferredVolume } }
  /// Frames per second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    .init { $0.nominalFrameRate }
  }
  /// The duration of a frame.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    .init { $0.minFrameDuration }
  }
  /// Bits per second.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    .init { $0.estimatedDataRate }
  }
  /// Units per second that suit the times of the track.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    .init { $0.naturalTimeScale }
  }
  /// The language.
  public static var languageCode: AVAsyncProperty<Root, String?> { .init { $0.languageCode } }
  /// The language as a tag.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    .init { $0.extendedLanguageTag }
  }
  /// Whether the track plays.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init { $0.isEnabled } }
  /// Whether the track can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { $0.isPlayable } }
  /// Whether the track can be decoded.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { .init { $0.isDecodable } }
  /// Whether all samples are in the file.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init { $0.isSelfContained } }
  /// The bytes of all samples.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    .init { $0.totalSampleDataLength }
  }
  /// Whether frames are stored in another order than they are shown.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    .init { $0.requiresFrameReordering }
  }
  /// The segments.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
    .init { $0.currentSegments }
  }
  /// Metadata of the track.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init { $0.metadata } }
}
