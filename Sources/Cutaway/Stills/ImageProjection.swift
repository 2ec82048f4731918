import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// Renders a sequence of images with one pipeline, and with another one if that fails.
struct ImageProjection {
  private let generator: ImageGenerator
  private var times: ArraySlice<MediaTime>
  private var demands: AsyncStream<Void>.Iterator
  private let results: AsyncStream<ImageGenerator.Images.Element>.Continuation
  private let keyFrames: KeyFrameFinder

  init(
    generator: ImageGenerator, times: [MediaTime], demands: AsyncStream<Void>.Iterator,
    results: AsyncStream<ImageGenerator.Images.Element>.Continuation
  ) {
    self.generator = generator
    self.times = times[...]
    self.demands = demands
    self.results = results
    keyFrames = KeyFrameFinder(generator.resolved, patience: generator.keyFramePatience)
  }

  /// Renders the images on demand, until none is left or the reader stops.
  mutating func run() async {
    guard await demands.next() != nil else { return }
    while let time = times.first, !Task.isCancelled {
      do {
        try await project(times.count)
      } catch {
        if times.first != time || Task.isCancelled { continue }
        // The cause of the failure may be another time, because the pipeline starts at the earliest
        // one. A pipeline that hung would hang again.
        if case let error as PipelineError = error, .timedOut ~= error {
          _ = await advance(.failure(requestedTime: time, error: failure(error)))
        } else {
          await projectAlone(time)
        }
      }
    }
  }

  /// Renders the next image with a pipeline of its own.
  private mutating func projectAlone(_ time: MediaTime) async {
    do {
      try await project(1)
    } catch {
      if Task.isCancelled { return }
      // If the reader stops, the task is cancelled, which ends the loop.
      _ = await advance(.failure(requestedTime: time, error: failure(error)))
    }
  }

  private func failure(_ error: any Error) -> ImageGenerationError {
    ImageGenerationError(error).located(in: generator.resolved.composition)
  }

  /// Renders the next images with one pipeline, as long as it runs.
  private mutating func project(_ count: Int) async throws {
    try registerElements()
    let frame = generator.resolved.frameDuration
    guard let whole = frames(of: times.prefix(count)) else {
      throw ImageGenerationError(.noImageAtTime, outside(times.first ?? .zero))
    }
    let start = frame * Int(whole.lowerBound)
    let translation = try Translation(
      generator.scaled(),
      range: TimeRange(start: start, end: frame * Int(whole.upperBound + 1)),
      onMissing: generator.onMissing)
    guard generator.resolved.composition.tracks.contains(where: { $0.mediaType == .video }) else {
      throw ImageGenerationError(.noImageAtTime, "the composition has no video")
    }
    try await withPipeline(translation.graph(to: StillOutput(of: translation.resolved))) {
      pipeline in
      var reel = ImageReel(
        pipeline, from: start, frameDuration: frame, onWarning: generator.onWarning)
      for _ in 0..<count {
        guard let time = times.first, await advance(try await image(at: time, from: &reel)) else {
          return
        }
      }
    }
  }

  private func image(
    at time: MediaTime, from reel: inout ImageReel
  ) async throws -> ImageGenerator.Images.Element {
    guard let frame = frame(of: time) else {
      return .failure(
        requestedTime: time, error: ImageGenerationError(.noImageAtTime, outside(time)))
    }
    let earliest = time - tolerances.before, latest = time + tolerances.after
    var goal = frame
    if earliest < latest {
      let finding = await keyFrames.search(nearest: time, in: max(.zero, earliest)...latest)
      let last = reel.last.flatMap { earliest <= $0.time && $0.time <= latest ? $0 : nil }
      // The nearer one: with wide tolerances, many times would get the same image.
      let isLastNearer =
        switch finding {
        case .frame(let quick):
          last.map { abs(($0.time - time).seconds) <= abs((quick - time).seconds) } ?? false
        case .none: true
        case .unknown: false
        }
      if let last, isLastNearer {
        return .success(requestedTime: time, image: last.image, actualTime: last.time)
      }
      if case .frame(let quick) = finding { goal = self.frame(of: quick) ?? frame }
    }
    let shown = try await reel.show(goal)
    return .success(requestedTime: time, image: shown.image, actualTime: shown.time)
  }

  /// Delivers a result and waits until the reader wants the next one.
  private mutating func advance(_ result: ImageGenerator.Images.Element) async -> Bool {
    times.removeFirst()
    results.yield(result)
    // After the last time there is no further request.
    return times.isEmpty ? false : await demands.next() != nil
  }

  /// The number of the frame that contains a time; outside the composition, that of the first or the last one, if it is
  /// within the tolerances.
  private func frame(of time: MediaTime) -> Int64? {
    let unit = generator.resolved.frameDuration, end = generator.resolved.duration
    if time < .zero { return end > .zero && time + tolerances.after >= .zero ? 0 : nil }
    if time < end { return time.floored(in: unit) }
    let last = end.ceiled(in: unit) - 1
    return last >= 0 && unit * Int(last) >= time - tolerances.before ? last : nil
  }

  /// How much an image may be earlier or later than requested.
  private var tolerances: (before: MediaTime, after: MediaTime) {
    (
      max(.zero, generator.requestedTimeToleranceBefore),
      max(.zero, generator.requestedTimeToleranceAfter)
    )
  }

  /// The range of frames that contains all of these times and their tolerances.
  private func frames(of times: ArraySlice<MediaTime>) -> ClosedRange<Int64>? {
    let inside = times.filter { frame(of: $0) != nil }
    guard let first = inside.min(), let last = inside.max() else { return nil }
    let unit = generator.resolved.frameDuration
    let end = generator.resolved.duration.ceiled(in: unit) - 1
    let earliest = max(.zero, first - tolerances.before)
    let latest = (last + tolerances.after).floored(in: unit)
    return earliest.floored(in: unit)...min(end, latest)
  }

  private func outside(_ time: MediaTime) -> String {
    "\(time.text) s lies outside the composition, which lasts "
      + "\(generator.resolved.duration.text) s"
  }
}

extension ImageGenerator {
  /// The composition with its output scaled down to the maximum size.
  fileprivate func scaled() -> ResolvedComposition {
    guard let limit = maximumSize else { return resolved }
    let size = resolved.outputSize
    // Sides are rounded to even numbers, so the limit is, too.
    let factor = min(
      MediaTime(1), MediaTime(Int64(max(2, limit.width & ~1)), over: Int64(size.width)),
      MediaTime(Int64(max(2, limit.height & ~1)), over: Int64(size.height)))
    return factor == MediaTime(1) ? resolved : resolved.scaled(by: factor)
  }
}
