import CutawayTime
import CutawayTranslation
import Foundation

/// Renders a sequence of images in a worker, and in another one if that crashes.
struct IsolatedProjection {
  let generator: ImageGenerator
  let command: String?
  /// The times whose images are not delivered yet.
  var times: ArraySlice<MediaTime>
  var demands: AsyncStream<Void>.Iterator
  let results: AsyncStream<ImageGenerator.Images.Element>.Continuation

  /// Renders the images on demand, until none is left or the reader stops.
  mutating func run() async {
    guard await demands.next() != nil else { return }
    while let time = times.first, !Task.isCancelled {
      do {
        try await project()
        return
      } catch {
        if Task.isCancelled { return }
        let failure = error as? WorkerFailure
        let reason = failure.map { ImageGenerationError($0) } ?? ImageGenerationError(error)
        // A crash may be that of a single time. Any other failure would be repeated.
        let lost = failure?.kind == .crashed ? 1 : times.count
        for time in [time] + times.dropFirst().prefix(lost - 1) {
          guard await deliver(.failure(requestedTime: time, error: reason)) else { return }
        }
      }
    }
  }

  private mutating func project() async throws {
    let request = WorkerRequest(
      folder: FileManager.default.currentDirectoryPath, policy: generator.policy,
      assets: generator.resolved.composition.assets,
      task: .images(
        WorkerRequest.Images(
          resolved: generator.resolved, times: Array(times), maximumSize: generator.maximumSize,
          toleranceBefore: generator.requestedTimeToleranceBefore,
          toleranceAfter: generator.requestedTimeToleranceAfter, onMissing: generator.onMissing)))
    let worker = try await WorkerPool.shared.start(request, by: command)
    try await worker.whileConnected {
      while !times.isEmpty {
        switch try worker.next() {
        case .warning(let warning): generator.onWarning(warning)
        case .image(let time, let actual, let size):
          let image = try worker.image(of: size)
          guard
            await deliver(.success(requestedTime: time, image: image, actualTime: actual))
          else { return }
        case .noImage(let time, let error):
          guard await deliver(.failure(requestedTime: time, error: error)) else { return }
        case .allImages: return
        default: break
        }
      }
    }
  }

  /// Delivers a result, and waits until the reader wants the next one.
  ///
  /// - Returns: Whether the reader wants more.
  private mutating func deliver(_ result: ImageGenerator.Images.Element) async -> Bool {
    if !times.isEmpty { times.removeFirst() }
    results.yield(result)
    return await demands.next() != nil
  }
}
