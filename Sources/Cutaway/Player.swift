import GStreamer
public import MediaTime
public import Translation

/// Plays a composition to sinks, in sync with a clock.
public struct Player: Sendable {
  private let translation: Translation
  private let output: SinkOutput

  public init(_ translation: Translation, output: SinkOutput) {
    self.translation = translation
    self.output = output
  }

  /// What a user may ask for while it plays.
  public enum Command: Sendable, Hashable {
    case togglePause
    case seek(MediaTime)
    case seekToEnd
    case skip(MediaTime)
    case step(frames: Int)
    case quit
  }

  /// What happens on the way.
  public enum Event: Sendable, Hashable {
    case warning(String)
    case position(MediaTime, isPlaying: Bool)
  }

  /// Plays until the end, or until told to quit.
  ///
  /// - Parameters:
  ///   - start: Where to begin.
  ///   - rate: How fast, more than 0.
  ///   - loops: Whether to start again at the end.
  ///   - commands: What the user wants, as it comes.
  ///   - observe: Told the position about ten times a second, and of warnings.
  /// - Throws: `PipelineError`, `CancellationError`.
  public func play(
    from start: MediaTime = .zero, rate: Double = 1, loops: Bool = false,
    commands: AsyncStream<Command>, observing observe: @Sendable (Event) -> Void = { _ in }
  ) async throws {
    registerElements()
    try await withPipeline(translation.graph(to: output)) { pipeline in
      var transport = Transport(
        pipeline: pipeline, duration: translation.duration,
        frameDuration: translation.resolved.frameDuration, rate: rate)
      try pipeline.pause()
      for try await moment in pipeline.moments(every: .milliseconds(100), commands: commands) {
        switch moment {
        case .event(.asyncDone) where !transport.hasStarted:
          transport.hasStarted = true
          if start > .zero || rate != 1 { transport.seek(to: start) }
          try pipeline.play()
        case .event(.endOfStream):
          if !loops { return }
          transport.seek(to: .zero)
        case .event(.warning(let message, _)): observe(.warning(message))
        case .event: break
        case .tick:
          observe(.position(transport.position, isPlaying: transport.isPlaying))
        case .command(.quit): return
        case .command(let command): try transport.obey(command)
        }
      }
      try Task.checkCancellation()
    }
  }
}

/// Where a player is, and how it moves.
private struct Transport {
  let pipeline: Pipeline
  let duration: MediaTime
  let frameDuration: MediaTime
  let rate: Double
  var hasStarted = false
  var isPlaying = true
  /// Where the last seek went, until the pipeline is there.
  private var target: MediaTime?

  init(pipeline: Pipeline, duration: MediaTime, frameDuration: MediaTime, rate: Double) {
    self.pipeline = pipeline
    self.duration = duration
    self.frameDuration = frameDuration
    self.rate = rate
  }

  var position: MediaTime { pipeline.position ?? target ?? .zero }

  mutating func obey(_ command: Player.Command) throws {
    switch command {
    case .togglePause:
      isPlaying.toggle()
      try isPlaying ? pipeline.play() : pipeline.pause()
    case .seek(let time): seek(to: time)
    case .seekToEnd: seek(to: duration - frameDuration)
    case .skip(let offset): seek(to: position + offset)
    case .step(let frames):
      if isPlaying {
        isPlaying = false
        try pipeline.pause()
      }
      seek(to: position + frameDuration * frames)
    case .quit: break
    }
  }

  /// Goes to the frame shown at a time.
  mutating func seek(to time: MediaTime) {
    let last = frameDuration * Int(max(0, duration.ceiled(in: frameDuration) - 1))
    // Positions come in nanoseconds, rounded down: one more hits the frame meant.
    let frame = (time + MediaTime(nanoseconds: 1)).floored(in: frameDuration)
    let goal = min(max(.zero, frameDuration * Int(frame)), last)
    target = goal
    pipeline.seek(to: goal, rate: rate)
  }
}
