import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayTime
import Synchronization

/// Renders images of an asset.
public final class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Settings belong to one thread at a time; tasks are in a `Mutex`.

  /// The asset.
  public let asset: AVAsset
  /// Whether frames are turned upright; without effect with a video composition.
  public var appliesPreferredTrackTransform = false
  /// The largest size; a side of 0 has no limit, and images are never enlarged.
  public var maximumSize = CGSize.zero
  /// The part of the frame that images show; always the clean aperture.
  public var apertureMode: ApertureMode?
  /// The range of the colours; always standard.
  public var dynamicRangePolicy = DynamicRangePolicy.forceSDR
  /// How much earlier an image may be; any time by default.
  public var requestedTimeToleranceBefore = CMTime.positiveInfinity
  /// How much later an image may be; any time by default.
  public var requestedTimeToleranceAfter = CMTime.positiveInfinity
  /// How the video tracks become one picture; a copy.
  public var videoComposition: AVVideoComposition? {
    get { video }
    set { video = newValue?.copy() as? AVVideoComposition }
  }
  private var video: AVVideoComposition?
  private let state = Mutex(State())

  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
  }

  /// Whether a time has an image.
  public enum Result: Int, Sendable {
    /// It has, it has not, or its request was cancelled.
    case succeeded = 0, failed, cancelled
  }

  /// The part of the frame that images show.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a mode.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The visible part.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// The part of the production.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// All pixels.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  /// The range of the colours.
  public struct DynamicRangePolicy: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a policy.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Standard dynamic range.
    public static let forceSDR = DynamicRangePolicy(rawValue: "ForceSDR")
    /// That of the source; not done.
    public static let matchSource = DynamicRangePolicy(rawValue: "MatchSource")
  }

  /// Creates a generator; an asset without video fails later.
  public init(asset: AVAsset) { self.asset = asset }

  /// The compositor of the video composition, to set it up.
  public var customVideoCompositor: (any AVVideoCompositing)? { video?.knownCompositor }

  // MARK: Images

  /// Renders the image of a time; it waits for it.
  ///
  /// - Throws: ``AVError``.
  public func copyCGImage(
    at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?
  ) throws -> CGImage {
    let result = waitForTask { [self] in await first(at: requestedTime) }
    let (image, time) = try result.get()
    unsafe actualTime?.pointee = time
    return image
  }

  /// Renders the image of a time.
  ///
  /// - Throws: ``AVError``.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await first(at: time).get()
  }

  private func first(at time: CMTime) async -> Swift.Result<(CGImage, CMTime), AVError> {
    for await element in images(for: [time]) {
      switch element {
      case .success(_, let image, let time): return .success((image, time))
      case .failure(_, let error):
        return .failure(error as? AVError ?? AVError(.unknown, "\(error)"))
      }
    }
    return .failure(AVError(.operationCancelled))
  }

  /// The images of times, in their order.
  public func images(for times: [CMTime]) -> Images {
    let (stream, continuation) = AsyncStream.makeStream(of: Images.Element.self)
    let task = Task.detached(executorPreference: BlockingThreads.shared) { [self] in
      await render(times) { continuation.yield($0) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return Images(stream: stream)
  }

  /// The images of times.
  public struct Images: AsyncSequence, AsyncIteratorProtocol {
    private var results: AsyncStream<Element>.Iterator

    init(stream: AsyncStream<Element>) { results = stream.makeAsyncIterator() }

    /// The sequence never throws.
    public typealias Failure = Never

    /// The result of a time.
    @frozen
    public enum Element: Sendable {
      /// An image, and the time of its frame.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// There is no image.
      case failure(requestedTime: CMTime, error: any Error)

      /// The time that was requested.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }
      /// The image.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }
      /// The time of the frame.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    /// The sequence itself.
    public func makeAsyncIterator() -> Images { self }
    /// The result of the next time.
    public mutating func next() async -> Element? { await results.next() }
  }

  /// Renders images, and calls a handler once for each time, on a queue of its own.
  @preconcurrency
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue],
    completionHandler handler:
      @escaping @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void
  ) {
    let times = requestedTimes.map(\.timeValue)
    start { [self] in
      var answered = 0
      await render(times) { element in
        answered += 1
        switch element {
        case .success(let requested, let image, let actual):
          handler(requested, image, actual, .succeeded, nil)
        case .failure(let requested, let error):
          let isCancelled =
            Task.isCancelled || (error as? AVError)?.code == .operationCancelled
          handler(
            requested, nil, .invalid, isCancelled ? .cancelled : .failed,
            isCancelled ? AVError(.operationCancelled) : error)
        }
      }
      for time in times.dropFirst(answered) {
        handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled))
      }
    }
  }

  /// Renders an image, and calls a handler on a queue of its own.
  @preconcurrency
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime,
    completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) {
      handler($1, $2, $4)
    }
  }

  /// Cancels all requests of `generate…`; each gets an answer.
  public func cancelAllCGImageGeneration() {
    for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
  }

  private func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.count += 1
      let id = state.count
      state.tasks[id] = Task.detached(executorPreference: BlockingThreads.shared) { [self] in
        await work()
        self.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
      }
    }
  }

  /// Renders images in order; stops if the task is cancelled.
  private func render(_ times: [CMTime], _ give: (Images.Element) -> Void) async {
    let generator: ImageGenerator, edit: Edit
    do {
      (generator, edit) = try await prepared()
    } catch {
      for time in times { give(.failure(requestedTime: time, error: error)) }
      return
    }
    let compositing = edit.compositing
    defer { compositing?.finish() }
    let exact = times.map { $0.mediaTime ?? .zero }
    var index = 0
    for await result in generator.images(for: exact) {
      let time = times[index]
      index += 1
      do throws(ImageGenerationError) {
        let (still, actual) = (try result.image, try result.actualTime)
        let image = CGImage(
          width: still.size.width, height: still.size.height, pixels: still.pixels)
        give(.success(requestedTime: time, image: image, actualTime: CMTime(actual)))
      } catch {
        let code: AVError.Code = error.code == .cancelled ? .operationCancelled : .noImageAtTime
        give(
          .failure(
            requestedTime: time,
            error: compositing?.error ?? AVError(code, error.message, time: time)))
      }
    }
  }

  private func prepared() async throws -> (ImageGenerator, Edit) {
    try await asset.prepare()
    if let video, video.renderScale != 1 {
      throw AVError(
        .invalidVideoComposition, "renderScale is \(video.renderScale); images need 1")
    }
    let edit = try Edit(
      asset, video, nil, orientation: appliesPreferredTrackTransform ? .preferred : .stored)
    guard edit.composition.tracks.contains(where: { $0.mediaType == .video }) else {
      throw AVError(.noImageAtTime, "the asset has no video")
    }
    var generator: ImageGenerator
    do {
      generator = try await ImageGenerator(edit.composition)
    } catch {
      throw AVError(video == nil ? .decodeFailed : .invalidVideoComposition, error.message)
    }
    if maximumSize != .zero {
      func side(_ length: CGFloat) -> Int { length >= 1 ? Int(length) : 16_384 }
      generator.maximumSize = PixelSize(
        width: side(maximumSize.width), height: side(maximumSize.height))
    }
    generator.requestedTimeToleranceBefore = Self.tolerance(requestedTimeToleranceBefore)
    generator.requestedTimeToleranceAfter = Self.tolerance(requestedTimeToleranceAfter)
    return (generator, edit)
  }

  /// A tolerance of the model, which has none without end.
  private static func tolerance(_ time: CMTime) -> MediaTime {
    time.isPositiveInfinity ? MediaTime(1_000_000) : max(.zero, time.mediaTime ?? .zero)
  }
}
