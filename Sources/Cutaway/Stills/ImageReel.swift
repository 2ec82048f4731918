import CutawayGraph
import CutawayRuntime
import CutawayTime

/// A pipeline that stands still and is sought in.
struct ImageReel {
  private let pipeline: Pipeline
  /// Where its stream begins in the composition.
  private let start: MediaTime
  private let frameDuration: MediaTime
  private let warn: (String) -> Void
  private var events: AsyncThrowingStream<Event, any Error>.Iterator
  private var isReady = false

  /// The image shown last, and its time in the composition.
  private(set) var last: (image: StillImage, time: MediaTime)?

  init(
    _ pipeline: Pipeline, from start: MediaTime, frameDuration: MediaTime,
    warning warn: @escaping (String) -> Void
  ) {
    self.pipeline = pipeline
    self.start = start
    self.frameDuration = frameDuration
    self.warn = warn
    events = pipeline.events.makeAsyncIterator()
  }

  /// Goes to a frame of the composition.
  mutating func show(_ frame: Int64) async throws -> (image: StillImage, time: MediaTime) {
    let time = frameDuration * Int(frame)
    if let last, last.time == time { return last }
    if !isReady {
      // The first frame of the stream comes by itself.
      try pipeline.pause()
      try await waitForPicture()
      isReady = true
      if time == start { return try take(time) }
    }
    guard pipeline.seek(to: time - start) else {
      throw PipelineError(.elementFailed, "the pipeline cannot go to \(time.text) s")
    }
    try await waitForPicture()
    return try take(time)
  }

  private mutating func take(_ time: MediaTime) throws -> (image: StillImage, time: MediaTime) {
    guard let (picture, shown) = pipeline.takePicture(from: StillOutput.sink) else {
      throw PipelineError(.elementFailed, "nothing is shown at \(time.text) s")
    }
    // Times come in nanoseconds, rounded down: one more hits the frame meant.
    let frame = (start + shown + MediaTime(nanoseconds: 1)).floored(in: frameDuration)
    let result = (image: StillImage(picture), time: frameDuration * Int(frame))
    last = result
    return result
  }

  private mutating func waitForPicture() async throws {
    while let event = try await events.next(isolation: #isolation) {
      switch event {
      case .asyncDone: return
      case .warning(let message, _): warn(message)
      default: break
      }
    }
    throw CancellationError()
  }
}
