import CutawayTime
import Synchronization

/// An asset as a player plays it.
///
/// The asset and the compositions are read when the player takes the item.
public final class AVPlayerItem: NSObject, NSCopying, @unchecked Sendable {
  // Settings belong to one thread at a time; the state is in a `Mutex`.

  /// The asset.
  public let asset: AVAsset
  private let state = Mutex(State())

  struct State: Sendable {
    var status = Status.unknown
    var error: AVError?
    var size = CGSize.zero
    /// The length of what the player took; `nil` before.
    var duration: CMTime?
  }

  /// Whether the item can be played.
  public enum Status: Int, Sendable {
    /// Not known, yes, no.
    case unknown = 0, readyToPlay, failed
  }

  /// Creates an item of an asset.
  public init(asset: AVAsset) { self.asset = asset }
  /// Creates an item of an asset; all keys are loaded in any case.
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    self.init(asset: asset)
  }
  /// Creates an item of a file.
  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  /// How the video tracks become one picture, with its overlays; a copy.
  public var videoComposition: AVVideoComposition? {
    get { video }
    set { video = newValue?.copy() as? AVVideoComposition }
  }
  private var video: AVVideoComposition?
  /// The volumes of tracks; a copy.
  public var audioMix: AVAudioMix? {
    get { mix }
    set { mix = newValue?.copy() as? AVAudioMix }
  }
  private var mix: AVAudioMix?
  /// How a change of speed affects the pitch.
  public var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
  /// Whether a seek waits for its frame; it always does.
  public var seekingWaitsForVideoCompositionRendering = false
  /// Where playback ends; invalid is the end of the asset.
  ///
  /// It takes effect when playback starts again.
  public var forwardPlaybackEndTime = CMTime.invalid
  /// Where backward playback ends; invalid is the start.
  ///
  /// It takes effect when playback starts again.
  public var reversePlaybackEndTime = CMTime.invalid
  /// Seconds that are loaded ahead; the readers decide.
  public var preferredForwardBufferDuration: TimeInterval = 0
  /// The player that has the item.
  weak var player: AVPlayer?

  /// The length, which edits do not change after the player took the item.
  public var duration: CMTime { state.withLock { $0.duration } ?? asset.duration }
  /// Whether the item can be played.
  public var status: Status { state.withLock { $0.status } }
  /// Why the item cannot be played.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// The size of the picture; zero until it is known.
  public var presentationSize: CGSize { state.withLock { $0.size } }
  /// The whole item.
  public var seekableTimeRanges: [NSValue] {
    [NSValue(timeRange: CMTimeRange(start: .zero, duration: duration))]
  }
  /// The whole item.
  public var loadedTimeRanges: [NSValue] { seekableTimeRanges }
  /// Whether playback does not stop for lack of data.
  public var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
  /// The compositor of the video composition, to set it up.
  public var customVideoCompositor: (any AVVideoCompositing)? { videoComposition?.knownCompositor }
  /// Yes.
  public var canPlayReverse: Bool { true }
  /// Yes.
  public var canPlayFastForward: Bool { true }
  /// Yes.
  public var canPlaySlowForward: Bool { true }
  /// Yes.
  public var canStepForward: Bool { true }
  /// Yes.
  public var canStepBackward: Bool { true }

  /// The position.
  public func currentTime() -> CMTime { player?.currentTime() ?? .zero }
  /// Seeks by frames.
  public func step(byCount stepCount: Int) { player?.step(stepCount) }
  /// Seeks to a time.
  @preconcurrency
  public func seek(
    to time: CMTime, toleranceBefore: CMTime = .positiveInfinity,
    toleranceAfter: CMTime = .positiveInfinity,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    player?.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
      completionHandler: completionHandler ?? { _ in })
  }

  /// An item of the same asset with the same settings.
  public func copy(with zone: NSZone? = nil) -> Any {
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = videoComposition
    item.audioMix = audioMix
    item.audioTimePitchAlgorithm = audioTimePitchAlgorithm
    return item
  }

  func note(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// An item played to its end.
  public static let didPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")
  /// An item failed.
  public static let failedToPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// The position jumped.
  public static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
  /// Playback stopped for lack of data; never.
  public static let playbackStalledNotification = Notification.Name(
    "AVPlayerItemPlaybackStalledNotification")
}

extension NSNotification.Name {
  /// An item played to its end.
  public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
  /// An item failed.
  public static let AVPlayerItemFailedToPlayToEndTime =
    AVPlayerItem.failedToPlayToEndTimeNotification
  /// The position jumped.
  public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
  /// Playback stopped for lack of data; never.
  public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
}

/// The key of the error of a failed item.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
