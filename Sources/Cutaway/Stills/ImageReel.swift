import CutawayDiagnostics
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// A paused pipeline that renders single frames by seeking.
struct ImageReel {
  private let pipeline: Pipeline
  /// The time of the composition at which its stream starts.
  private let start: MediaTime
  private let frameDuration: MediaTime
  private let onWarning: (Warning) -> Void
  private var events: AsyncThrowingStream<Event, any Error>.Iterator
  private var isReady = false

  /// The most recent image, and its time in the composition.
  private(set) var last: (image: StillImage, time: MediaTime)?

  init(
    _ pipeline: Pipeline, from start: MediaTime, frameDuration: MediaTime,
    onWarning: @escaping (Warning) -> Void
  ) {
    self.pipeline = pipeline
    self.start = start
    self.frameDuration = frameDuration
    self.onWarning = onWarning
    events = pipeline.events.makeAsyncIterator()
  }

  /// Seeks to a frame of the composition and returns its image.
  mutating func show(_ frame: Int64) async throws -> (image: StillImage, time: MediaTime) {
    let time = frameDuration * Int(frame)
    if let last, last.time == time { return last }
    if !isReady {
      // The first frame of the stream arrives without a seek.
      try pipeline.pause()
      try await waitForPicture()
      isReady = true
      if time == start { return try take(time) }
    }
    guard pipeline.seek(to: time - start) else {
      throw PipelineError(.elementFailed, "the pipeline cannot seek to \(time.text) s")
    }
    try await waitForPicture()
    return try take(time)
  }

  private mutating func take(_ time: MediaTime) throws -> (image: StillImage, time: MediaTime) {
    guard let (picture, shown) = pipeline.takePicture(from: .output) else {
      throw PipelineError(.elementFailed, "there is no frame at \(time.text) s")
    }
    // Times are nanoseconds, rounded down. One more nanosecond selects the intended frame.
    let frame = (start + shown + MediaTime(nanoseconds: 1)).floored(in: frameDuration)
    let result = (image: picture, time: frameDuration * Int(frame))
    last = result
    return result
  }

  private mutating func waitForPicture() async throws {
    while let event = try await events.next(isolation: #isolation) {
      switch event {
      case .asyncDone: return
      case .warning(let warning): onWarning(warning)
      default: break
      }
    }
    throw CancellationError()
  }
}
