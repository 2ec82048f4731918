import CutawayModel
import CutawayTime

/// Tracks of parts of assets.
///
/// Its tracks are numbered 1, 2, 3 in the order in which they are added.
open class AVComposition: AVAsset, NSMutableCopying, @unchecked Sendable {
  // One thread at a time may edit a composition.
  fileprivate var trackList: [AVMutableCompositionTrack] = []
  fileprivate var ownSize = CGSize.zero
  /// All numbers that tracks have had, also those that were removed.
  fileprivate var usedIDs: Set<CMPersistentTrackID> = []
  /// The options for opening files; they have no effect.
  public fileprivate(set) var urlAssetInitializationOptions: [String: Any] = [:]

  override var currentTracks: [AVAssetTrack] { trackList }

  override var sizeOfVideo: CGSize {
    ownSize == .zero ? super.sizeOfVideo : ownSize
  }

  /// The latest end of a track.
  public override var duration: CMTime {
    CMTime(trackList.map(\.content.duration).max() ?? .zero)
  }

  /// A copy that does not change.
  public override func copy(with zone: NSZone? = nil) -> Any { copied(as: AVComposition()) }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copied(as: AVMutableComposition()) }

  /// A copy that can be changed, as `Any` for casts.
  open override func mutableCopy() -> Any { mutableCopy(with: nil) }

  private func copied(as copy: AVComposition) -> AVComposition {
    copy.trackList = trackList.map { $0.copied(to: copy) }
    (copy.ownSize, copy.usedIDs) = (ownSize, usedIDs)
    copy.urlAssetInitializationOptions = urlAssetInitializationOptions
    return copy
  }
}

extension AVTrackProvider where Self: AVComposition {
  /// The tracks, in the order in which they were added.
  public var tracks: [AVCompositionTrack] { trackList }

  /// The track with a number.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    trackList.first { $0.trackID == trackID }
  }

  /// The tracks of a kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
    trackList.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a characteristic.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVCompositionTrack] {
    trackList.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track with a number.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVCompositionTrack? { track(withTrackID: trackID) }

  /// The tracks of a kind.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack]
  {
    tracks(withMediaType: mediaType)
  }
}

/// Tracks of parts of assets, which can be edited.
public final class AVMutableComposition: AVComposition, @unchecked Sendable {
  /// Creates an empty composition.
  public override init() {}

  /// Creates an empty composition; the options have no effect.
  public convenience init(urlAssetInitializationOptions options: [String: Any]?) {
    self.init()
    urlAssetInitializationOptions = options ?? [:]
  }

  /// Adds an empty track.
  ///
  /// - Parameters:
  ///   - mediaType: Video, audio or subtitles.
  ///   - preferredTrackID: The number, if no track has had it; else, and with
  ///     `kCMPersistentTrackID_Invalid`, the next number.
  /// - Returns: The track; `nil` for other kinds of media.
  @discardableResult
  public func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard let type = Track.MediaType(mediaType) else { return nil }
    let isFree = preferredTrackID > 0 && !usedIDs.contains(preferredTrackID)
    let id = isFree ? preferredTrackID : (usedIDs.max() ?? 0) + 1
    usedIDs.insert(id)
    let track = AVMutableCompositionTrack(
      self, trackID: id, mediaType: mediaType,
      content: Track(id: Track.ID("\(id)"), mediaType: type))
    trackList.append(track)
    return track
  }

  /// Removes a track; its number is not used again.
  public func removeTrack(_ track: AVCompositionTrack) { trackList.removeAll { $0 === track } }

  /// A track that can play any range of a track: the first of the same kind.
  public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    trackList.first { $0.mediaType == track.mediaType }
  }

  /// Inserts a range of all tracks of an asset; later parts move back.
  ///
  /// The tracks of the asset go to tracks of the same kind, in order; missing tracks are added.
  ///
  /// - Throws: ``AVError`` if the range is invalid or lies outside of the asset.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime
  ) throws {
    let sources = asset.currentTracks.filter { Track.MediaType($0.mediaType) != nil }
    guard !sources.isEmpty else {
      throw AVError(.noSourceTrack, "the asset has neither video nor sound: \(asset)")
    }
    let start = startTime.isNumeric ? startTime : duration
    var places: [AVMediaType: Int] = [:], untouched = trackList
    for source in sources {
      let index = places[source.mediaType, default: 0]
      places[source.mediaType] = index + 1
      let own = trackList.filter { $0.mediaType == source.mediaType }
      let track = index < own.count ? own[index] : nil
      // A part of the range may lie outside of one track, but not of all.
      guard source.timeRange.intersection(timeRange).duration > .zero || sources.count == 1 else {
        continue
      }
      let target = track ?? addMutableTrack(withMediaType: source.mediaType, preferredTrackID: 0)
      try target?.insertTimeRange(timeRange, of: source, at: start)
      untouched.removeAll { $0 === target }
      // A shorter track moves what follows by the whole range, too.
      let part = source.timeRange.intersection(timeRange).duration
      if timeRange.duration.isNumeric, part < timeRange.duration {
        target?.insertEmptyTimeRange(
          CMTimeRange(start: start + part, duration: timeRange.duration - part))
      }
    }
    guard timeRange.duration.isNumeric, timeRange.duration > .zero else { return }
    for track in untouched where CMTime(track.content.duration) > start {
      track.insertEmptyTimeRange(CMTimeRange(start: start, duration: timeRange.duration))
    }
  }

  /// Inserts a range of all tracks of an asset, after its properties are loaded; see
  /// ``insertTimeRange(_:of:at:)``.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at time: CMTime,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await asset.prepare()
    let insert: (CMTimeRange, AVAsset, CMTime) throws -> Void = insertTimeRange
    try insert(timeRange, asset, time)
  }

  /// Inserts an empty range into all tracks; it cannot extend them at their ends.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in trackList { track.insertEmptyTimeRange(timeRange) }
  }

  /// Removes a range of all tracks; later parts move forward.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in trackList { track.removeTimeRange(timeRange) }
  }

  /// Stretches or compresses a range of all tracks to another duration; later parts move.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    for track in trackList { track.scaleTimeRange(timeRange, toDuration: duration) }
  }
}

extension AVTrackProvider where Self: AVMutableComposition {
  /// The tracks, in the order in which they were added.
  public var tracks: [AVMutableCompositionTrack] { trackList }

  /// The size of the first video track; a size of one's own, until it is set to zero.
  public var naturalSize: CGSize {
    get { sizeOfVideo }
    set { ownSize = newValue }
  }

  /// The track with a number.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    trackList.first { $0.trackID == trackID }
  }

  /// The tracks of a kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    trackList.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a characteristic.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVMutableCompositionTrack] {
    trackList.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track with a number.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVMutableCompositionTrack? { track(withTrackID: trackID) }

  /// The tracks of a kind.
  public func loadTracks(
    withMediaType mediaType: AVMediaType
  ) async throws -> [AVMutableCompositionTrack] { tracks(withMediaType: mediaType) }
}

extension Track.MediaType {
  /// The kind of the model; `nil` for others.
  init?(_ type: AVMediaType) {
    switch type {
    case .video: self = .video
    case .audio: self = .audio
    case .subtitle, .text: self = .subtitle
    default: return nil
    }
  }
}
