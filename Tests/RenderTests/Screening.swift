import Cutaway
import CutawayDiagnostics
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport

/// A graph that writes its video to a file, which each seek truncates.
struct Screening {
  private let pipeline: Pipeline
  private let path: String
  private let size: (width: Int, height: Int)
  private var events: AsyncThrowingStream<Event, any Error>.Iterator
  private var isPlaying = false

  /// A part of the timeline, and how it is played.
  struct Passage {
    /// The start; for backward playback the latest time.
    var from: MediaTime
    /// Where to stop.
    var until: MediaTime?
    var rate = 1.0
    var skips = false
    /// Whether the end is that of a loop's turn.
    var loops = false
  }

  /// Runs a graph with a file sink for `path`, and lets `body` seek in it.
  static func show<Result>(
    _ graph: PipelineGraph, writing path: String, width: Int, height: Int,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (inout Screening) async throws -> Result
  ) async throws -> Result {
    try registerElements()
    return try await withPipeline(graph) { pipeline in
      var screening = Screening(
        pipeline: pipeline, path: path, size: (width, height),
        events: pipeline.events.makeAsyncIterator())
      try pipeline.pause()
      try await screening.wait(for: .asyncDone)
      return try await body(&screening)
    }
  }

  /// Runs the video of a composition at 320×180 pixels, and lets `body` seek in it.
  static func show<Result>(
    _ translation: Translation, isolation: isolated (any Actor)? = #isolation,
    _ body: (inout Screening) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("frames").path
    let sink = "video/x-raw,format=I420 ! filesink location=\(path)"
    let graph = translation.graph(to: SinkOutput(videoSink: sink, audioSink: nil))
    return try await show(graph, writing: path, width: 320, height: 180, body)
  }

  /// The frames of a time range, in the order in which they are shown.
  mutating func frames(_ passage: Passage) async throws -> [RawFrame] {
    try rawFrames(at: await play(passage), width: size.width, height: size.height)
  }

  /// Plays a time range to its end.
  ///
  /// - Returns: The file with the frames or samples.
  mutating func play(_ passage: Passage) async throws -> String {
    seek(passage)
    if !isPlaying {
      try await wait(for: .asyncDone)
      try pipeline.play()
      isPlaying = true
    }
    try await wait(for: passage.loops ? .segmentDone : .endOfStream)
    return path
  }

  /// Requests a time range without waiting for it.
  func seek(_ passage: Passage) {
    pipeline.seek(
      to: passage.from, rate: passage.rate, until: passage.until, skipping: passage.skips,
      loops: passage.loops)
  }

  private mutating func wait(for event: Event) async throws {
    while let next = try await events.next(isolation: #isolation) {
      if next == event { return }
    }
    throw PipelineError(.timedOut, "the stream ended before \(event)")
  }
}
