public import CutawayDiagnostics
import CutawayMedia
public import CutawayModel
import CutawayRuntime
public import CutawayTime
public import CutawayTranslation

/// Renders images of a composition, each exactly as an export shows that frame.
///
/// ```swift
/// var generator = try await ImageGenerator(composition)
/// generator.maximumSize = PixelSize(width: 320, height: 320)
/// for await result in generator.images(for: [MediaTime(1), MediaTime(5, over: 2)]) {
///   print(result.requestedTime, try result.image.size)
/// }
/// ```
///
/// Times are exact unless you set a tolerance. The default differs from `AVAssetImageGenerator`,
/// whose tolerance is unlimited.
public struct ImageGenerator: Sendable {
  /// The upper bound of the image size in pixels; `nil` keeps the output size.
  ///
  /// Images keep their aspect ratio, are never enlarged, and have even sides.
  public var maximumSize: PixelSize?
  /// How much earlier than the requested time an image may be.
  ///
  /// Within the tolerances, the generator renders the nearest frame at which a source has a key frame, at little cost,
  /// or reuses its last image if that is as near.
  public var requestedTimeToleranceBefore = MediaTime.zero
  /// How much later than the requested time an image may be.
  public var requestedTimeToleranceAfter = MediaTime.zero
  /// How to treat a segment whose source fails.
  public var onMissing = MissingMedia.stop
  /// Where media are opened and decoded.
  public var isolation = MediaIsolation.none
  /// What a worker process may read, use and cost; `nil` allows everything.
  public var policy: RenderPolicy?
  /// Receives the problems that do not stop the generator.
  public var onWarning: @Sendable (Warning) -> Void = { _ in }

  /// The time limit of the search for a key frame, after which the exact frame is rendered.
  package var keyFramePatience = Duration.seconds(2)

  let resolved: ResolvedComposition

  /// Creates a generator for a composition whose media are already probed.
  public init(_ resolved: ResolvedComposition) { self.resolved = resolved }

  /// Creates a generator for a composition, and opens its media.
  ///
  /// - Parameters:
  ///   - composition: The composition.
  ///   - policy: What it may read, use and cost; `nil` allows everything.
  ///   - isolation: Where media are opened and decoded.
  /// - Throws: ``PreparationError`` with all faults.
  public init(
    _ composition: Composition, policy: RenderPolicy? = nil, isolation: MediaIsolation = .none
  ) async throws(PreparationError) {
    self.init(try await composition.prepared(policy: policy, isolation: isolation))
    (self.policy, self.isolation) = (policy, isolation)
  }

  /// Renders the image of a time.
  ///
  /// For several times, ``images(for:)`` is many times as fast, because it keeps its sources open.
  ///
  /// - Returns: The image, and the start of the frame that it shows.
  /// - Throws: ``ImageGenerationError``.
  public func image(
    at time: MediaTime
  ) async throws(ImageGenerationError) -> (image: StillImage, actualTime: MediaTime) {
    for await result in images(for: [time]) { return (try result.image, try result.actualTime) }
    throw ImageGenerationError(CancellationError())
  }

  /// The images of `times`, in that order, which one pipeline renders on demand.
  ///
  /// If a time has no image or its image fails, the sequence continues. If the reading task is
  /// cancelled or stops reading, the sequence ends and the pipeline stops.
  public func images(for times: [MediaTime]) -> Images { Images(generator: self, times: times) }

  /// The images that ``ImageGenerator/images(for:)`` makes.
  public struct Images: AsyncSequence, Sendable {
    /// The sequence never throws; ``Element`` reports the failure of a single time.
    public typealias Failure = Never
    let generator: ImageGenerator
    let times: [MediaTime]

    /// The result of one requested time.
    public enum Element: Sendable {
      /// An image, and the time of its frame.
      case success(requestedTime: MediaTime, image: StillImage, actualTime: MediaTime)
      /// There is no image for this time; the others are not affected.
      case failure(requestedTime: MediaTime, error: ImageGenerationError)

      /// The time that was requested, in the composition.
      public var requestedTime: MediaTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: ``ImageGenerationError`` if there is none.
      public var image: StillImage {
        get throws(ImageGenerationError) { try get().image }
      }

      /// The start of the frame that the image shows, in the composition.
      ///
      /// - Throws: ``ImageGenerationError`` if there is no image.
      public var actualTime: MediaTime {
        get throws(ImageGenerationError) { try get().actualTime }
      }

      private func get() throws(ImageGenerationError) -> (image: StillImage, actualTime: MediaTime)
      {
        switch self {
        case .success(_, let image, let time): return (image, time)
        case .failure(_, let error): throw error
        }
      }
    }

    /// Starts a pipeline of its own for each iteration.
    public func makeAsyncIterator() -> Iterator { Iterator(generator, times) }

    /// Requests one image after the other; the next is rendered while the caller uses the current
    /// one.
    public struct Iterator: AsyncIteratorProtocol {
      private var results: AsyncStream<Element>.Iterator
      private let demands: AsyncStream<Void>.Continuation

      init(_ generator: ImageGenerator, _ times: [MediaTime]) {
        let (wanted, demands) = AsyncStream.makeStream(of: Void.self)
        let (results, continuation) = AsyncStream.makeStream(of: Element.self)
        let work = Task(executorPreference: BlockingThreads.shared) {
          if case .process(let command) = generator.isolation {
            var projection = IsolatedProjection(
              generator: generator, command: command, times: times[...],
              demands: wanted.makeAsyncIterator(), results: continuation)
            await projection.run()
            continuation.finish()
            return
          }
          var projection = ImageProjection(
            generator: generator, times: times, demands: wanted.makeAsyncIterator(),
            results: continuation)
          await projection.run()
          continuation.finish()
        }
        // When the reader stops, so does the work.
        continuation.onTermination = { _ in work.cancel() }
        self.results = results.makeAsyncIterator()
        self.demands = demands
        demands.yield()
      }

      /// The result of the next time; `nil` after the last one, or if the task is cancelled.
      public mutating func next() async -> Element? {
        demands.yield()
        return await results.next()
      }

      /// The result of the next time; `nil` after the last one, or if the task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(Never) -> Element? {
        demands.yield()
        return await results.next(isolation: actor)
      }
    }
  }
}
