import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayTime
import Synchronization

/// Asks for exact times, which assets always have.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
  "AVURLAssetPreferPreciseDurationAndTimingKey"
/// The value of the option for headers of requests; it has no effect.
public let AVURLAssetHTTPHeaderFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"

/// A media file, or another resource that GStreamer can read.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The location.
  public let url: URL
  private let probe: MediaProbing
  private let known = Mutex<[AVAssetTrack]?>(nil)

  /// Creates an asset; the file is opened when a property is needed.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    probe = MediaProbing(Asset(id: "asset", url: URL))
    super.init()
  }

  /// What the file contains; `nil` if it cannot be read.
  ///
  /// It waits for the file, once.
  var media: MediaDescription? {
    switch probe.wait() {
    case .success(let media): media
    case .failure: nil
    }
  }

  /// The asset for a composition, named by its location, at the place where its file can be read now.
  var modelAsset: Asset {
    var asset = Asset(fileAt: url)
    if let file = probe.file { asset.location = file.location }
    return asset
  }

  override var currentTracks: [AVAssetTrack] {
    guard let media else { return [] }
    return known.withLock { known in
      let tracks = known ?? AVAssetTrack.tracks(of: self, media)
      known = tracks
      return tracks
    }
  }

  override func prepare() async throws(AVError) {
    if case .failure(let error) = await probe.result() { throw error }
  }

  override var readiness: Readiness {
    switch probe.current {
    case .none: .unknown
    case .some(.none): .loading
    case .some(.success): .known
    case .some(.failure(let error)): .failed(error)
    }
  }

  /// The length; zero if the file cannot be read, and for stills.
  public override var duration: CMTime { media?.duration.map { CMTime($0) } ?? .zero }

  /// The metadata of the file.
  public override var metadata: [AVMetadataItem] {
    media.map { AVMetadataItem.items(of: $0.metadata) } ?? []
  }

  /// Whether two assets have the same location.
  public override func isEqual(_ object: Any?) -> Bool { (object as? AVURLAsset)?.url == url }

  /// A hash of the location.
  public override var hash: Int { url.hashValue }

  /// The location.
  public override var description: String { "<AVURLAsset: \(url.absoluteString)>" }

  /// The first track of the kind of a composition's track.
  public func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
    currentTracks.first { $0.mediaType == compositionTrack.mediaType }
  }

  /// The first track of the kind of a composition's track.
  public func findCompatibleTrack(
    for compositionTrack: AVCompositionTrack
  ) async throws -> AVAssetTrack? {
    try await prepare()
    return compatibleTrack(for: compositionTrack)
  }

  /// The types of files that usually can be read.
  public class func audiovisualTypes() -> [AVFileType] {
    [.mov, .mp4, .m4v, .m4a, .mobile3GPP, .wav, .aiff, .mp3, .ac3, .jpg]
  }

  /// The media types that usually can be read.
  public class func audiovisualMIMETypes() -> [String] {
    ["video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/wav", "audio/mpeg"]
  }

  /// Whether a media type can usually be read.
  public class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    let type = extendedMIMEType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return audiovisualMIMETypes().contains(type)
  }
}

/// The result of opening a file, once.
final class MediaProbing: Sendable {
  private let asset: Asset
  private let state = Mutex(State())

  private struct State {
    var task: Task<Result<MediaDescription, AVError>, Never>?
    var result: Result<MediaDescription, AVError>?
    var file: HeldFile?
  }

  /// The file, which is held since it was read; `nil` if it is not.
  var file: HeldFile? { state.withLock { $0.file } }

  init(_ asset: Asset) { self.asset = asset }

  /// The result so far: `nil` before the file is opened, `.some(nil)` while it is read.
  var current: Result<MediaDescription, AVError>?? {
    state.withLock { state in
      if let result = state.result { return .some(.some(result)) }
      return state.task == nil ? .none : .some(.none)
    }
  }

  private func start() -> Task<Result<MediaDescription, AVError>, Never> {
    state.withLock { state in
      if let task = state.task { return task }
      let task = Task.detached(executorPreference: BlockingThreads.shared) { [asset, self] in
        // Opened before it is read: its name may be deleted meanwhile.
        let file = localPath(asset.location).flatMap { HeldFile($0) }
        let result = await Self.read(asset)
        self.state.withLock { state in
          state.result = result
          if case .success = result { state.file = file }
        }
        return result
      }
      state.task = task
      return task
    }
  }

  private static func read(_ asset: Asset) async -> Result<MediaDescription, AVError> {
    do throws(PipelineError) {
      return .success(try await asset.described())
    } catch {
      let code: AVError.Code =
        error.code == .unreadable ? .fileFormatNotRecognized : .failedToLoadMediaData
      return .failure(AVError(code, error.message))
    }
  }

  func result() async -> Result<MediaDescription, AVError> { await start().value }

  /// Waits for the result; the work is done by other threads.
  func wait() -> Result<MediaDescription, AVError> {
    if case .some(.some(let result)) = current { return result }
    let task = start()
    return waitForTask { await task.value }
  }
}
