import CutawayDiagnostics
package import CutawayElementBridge
import CutawayMedia
package import CutawayModel
import CutawayRuntime
package import CutawayTime
package import CutawayTranslation

/// Renders the picture or the sound of a composition into memory, sample by sample.
///
/// Nothing is rendered ahead of the reader but a few samples. One thread at a time may read; any
/// thread may cancel.
package final class SampleReader: Sendable {
  private let state = Monitor(State())
  private let demands: AsyncStream<Void>.Continuation
  private let task: Task<Void, Never>

  private struct State {
    var samples: [MediaSample] = []
    var isOver = false
    var failure: ExportError?
    var frameDuration: MediaTime?
  }

  /// The format of the samples.
  package struct Format: Sendable {
    /// What is rendered.
    package var media: Track.MediaType
    /// The caps of the samples, without size and rate if they are those of the composition.
    package var caps: String
    /// The depth and the colours of the picture before the conversion into the caps.
    package var picture: PictureFormat
    /// The size in which the composition is rendered, and in which another shape is fitted; `nil` is its own.
    package var size: PixelSize?
    /// What the composition may use; `nil` is everything.
    package var policy: RenderPolicy?

    /// Creates a format.
    package init(_ media: Track.MediaType, caps: String, picture: PictureFormat = PictureFormat()) {
      (self.media, self.caps, self.picture) = (media, caps, picture)
    }
  }

  /// How long ``next()`` waits; elements that hang fail earlier by themselves.
  private static let patience = 90.0

  /// Starts to read a composition.
  ///
  /// - Parameters:
  ///   - composition: The composition, with media of that kind.
  ///   - format: The format of the samples.
  ///   - range: The part to read; `nil` is everything.
  package init(_ composition: Composition, as format: Format, range: TimeRange? = nil) {
    let (wanted, demands) = AsyncStream.makeStream(of: Void.self)
    self.demands = demands
    let state = state
    task = Task.detached(executorPreference: BlockingThreads.shared) {
      var failure: ExportError?
      do {
        try await Self.render(composition, format, range, for: wanted) { sample, duration in
          state.update { state in
            state.samples.append(sample)
            state.frameDuration = duration
          }
        }
      } catch is CancellationError {
        failure = ExportError(.cancelled, "the reader was cancelled")
      } catch let error as ExportError {
        failure = error
      } catch let error as PipelineError {
        failure = ExportError(error)
      } catch {
        failure = ExportError(.failed, "\(error)")
      }
      state.update { state in
        state.isOver = true
        state.failure = failure
      }
    }
    // One more sample than requested is rendered ahead.
    demands.yield()
  }

  deinit { cancel() }

  /// The duration of a frame of the composition; known with the first sample.
  package var frameDuration: MediaTime? { state.update { $0.frameDuration } }

  /// Stops; ``next()`` then throws an error with the code ``ExportErrorCode/cancelled``.
  package func cancel() {
    demands.finish()
    task.cancel()
  }

  /// Waits for the next sample; `nil` after the last one.
  ///
  /// Its ``MediaSample/start`` counts from the start of the part.
  ///
  /// - Throws: ``ExportError``.
  package func next() throws(ExportError) -> MediaSample? {
    demands.yield()
    let result = state.wait(seconds: Self.patience) { state -> Result<MediaSample?, ExportError>? in
      if !state.samples.isEmpty { return .success(state.samples.removeFirst()) }
      if let failure = state.failure { return .failure(failure) }
      return state.isOver ? .success(nil) : nil
    }
    guard let result else {
      throw ExportError(.failed, "no sample arrived for \(Int(Self.patience)) s")
    }
    return try result.get()
  }

  private static func render(
    _ composition: Composition, _ format: Format, _ range: TimeRange?,
    for wanted: AsyncStream<Void>,
    _ give: @escaping @Sendable (MediaSample, _ frameDuration: MediaTime) -> Void
  ) async throws {
    try registerElements()
    let resolved: ResolvedComposition, translation: Translation
    do throws(PreparationError) {
      let prepared = try await composition.prepared(
        renderSize: format.size, policy: format.policy)
      if let size = format.size {
        resolved = try prepared.composition.resized(to: size, from: prepared.renderSize, .fit)
          .resolved(media: prepared.media, maximumSize: nil)
        try RenderPolicy.check(format.policy?.faults(in: resolved) ?? [])
      } else {
        resolved = prepared
      }
    } catch {
      throw ExportError(error)
    }
    // Elements would wait for a stream that never comes.
    guard resolved.composition.tracks.contains(where: { $0.mediaType == format.media }) else {
      return
    }
    do throws(TranslationError) {
      translation = try Translation(resolved, range: range)
    } catch {
      throw ExportError(.emptyRange, error.message, faults: error.faults)
    }
    let output = SampleOutput(format.media, caps: format.caps, picture: format.picture)
    try await withPipeline(translation.graph(to: output)) { pipeline in
      let buffers = pipeline.buffers(from: .output)
      try pipeline.play()
      try await pipeline.waitForEnd(of: [
        {
          var iterator = buffers.makeAsyncIterator()
          for await _ in wanted {
            guard let sample = await iterator.next() else { break }
            give(sample, resolved.frameDuration)
          }
          try Task.checkCancellation()
        }
      ])
    }
  }
}
