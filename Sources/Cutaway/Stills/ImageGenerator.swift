public import CutawayGraph
public import CutawayModel
import CutawayRuntime
public import CutawayTime

/// Makes images of a composition, each exactly as an export shows it.
///
/// ```swift
/// var generator = try await ImageGenerator(composition)
/// generator.maximumSize = PixelSize(width: 320, height: 320)
/// for await result in generator.images(for: [MediaTime(1), MediaTime(5, over: 2)]) {
///   print(result.requestedTime, try result.image.size)
/// }
/// ```
///
/// Times are exact unless a tolerance is set: AVFoundation's generator, which this one follows, has
/// an unlimited tolerance until told otherwise.
public struct ImageGenerator: Sendable {
  /// A size into which images are scaled down, keeping their shape; `nil` leaves them as they are.
  ///
  /// Images are never scaled up, and their sides are even.
  public var maximumSize: PixelSize?
  /// How much earlier than asked for an image may be.
  ///
  /// Within the tolerances the image made last is given again, which costs nothing, or else the nearest at
  /// which a source has a key frame, which costs little.
  public var requestedTimeToleranceBefore = MediaTime.zero
  /// How much later than asked for an image may be.
  public var requestedTimeToleranceAfter = MediaTime.zero
  /// What becomes of a segment whose source fails.
  public var onMissing = MissingMedia.stop
  /// Told of faults that do not stop it.
  public var onWarning: @Sendable (String) -> Void = { _ in }

  let resolved: ResolvedComposition

  /// Makes images of a composition whose media are known.
  public init(_ resolved: ResolvedComposition) { self.resolved = resolved }

  /// Makes images of a composition, whose media are opened.
  ///
  /// - Throws: ``PreparationError`` with all faults.
  public init(_ composition: Composition) async throws(PreparationError) {
    self.init(try await composition.prepared())
  }

  /// The image of a time.
  ///
  /// For several, ``images(for:)`` is many times as fast: it keeps what it has opened.
  ///
  /// - Returns: The image, and the time of the frame that it shows.
  /// - Throws: ``ImageGenerationError``.
  public func image(
    at time: MediaTime
  ) async throws(ImageGenerationError) -> (image: StillImage, actualTime: MediaTime) {
    for await result in images(for: [time]) { return (try result.image, try result.actualTime) }
    throw ImageGenerationError(CancellationError())
  }

  /// The images of times, in their order, made as they are asked for by one pipeline.
  ///
  /// A time that has no image, or whose image fails, does not stop the others. Where the task that
  /// reads them is cancelled, or the reading ends early, the sequence ends and the pipeline stops.
  public func images(for times: [MediaTime]) -> Images { Images(generator: self, times: times) }

  /// The images that ``ImageGenerator/images(for:)`` makes.
  public struct Images: AsyncSequence, Sendable {
    public typealias Failure = Never
    let generator: ImageGenerator
    let times: [MediaTime]

    /// What came of a time.
    public enum Element: Sendable {
      case success(requestedTime: MediaTime, image: StillImage, actualTime: MediaTime)
      case failure(requestedTime: MediaTime, error: ImageGenerationError)

      public var requestedTime: MediaTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      public var image: StillImage {
        get throws(ImageGenerationError) { try get().image }
      }

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

    public func makeAsyncIterator() -> Iterator { Iterator(generator, times) }

    /// Asks for one image after the other, the next while one is looked at.
    public struct Iterator: AsyncIteratorProtocol {
      private var results: AsyncStream<Element>.Iterator
      private let demands: AsyncStream<Void>.Continuation

      init(_ generator: ImageGenerator, _ times: [MediaTime]) {
        let (wanted, demands) = AsyncStream.makeStream(of: Void.self)
        let (results, continuation) = AsyncStream.makeStream(of: Element.self)
        let work = Task(executorPreference: BlockingThreads.shared) {
          var projection = ImageProjection(
            generator: generator, times: times, demands: wanted.makeAsyncIterator(),
            results: continuation)
          await projection.run()
          continuation.finish()
        }
        // When nobody waits any more, neither does the work.
        continuation.onTermination = { _ in work.cancel() }
        self.results = results.makeAsyncIterator()
        self.demands = demands
        demands.yield()
      }

      public mutating func next() async -> Element? {
        demands.yield()
        return await results.next()
      }

      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(Never) -> Element? {
        demands.yield()
        return await results.next(isolation: actor)
      }
    }
  }
}
