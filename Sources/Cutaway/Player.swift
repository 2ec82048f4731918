import GStreamer
public import MediaTime
import Synchronization
public import Translation

/// Plays a composition to sinks, in sync with a clock, as `AVPlayer` does.
///
///     let player = Player(edit, output: SinkOutput())
///     async let end: Void = player.run()
///     player.seek(to: MediaTime(5))
///     player.rate = 2
///     try await end
///
/// What it is told may come from any task, before it runs and while it does; the newest of several
/// seeks counts.
public final class Player: Sendable {
  /// How it plays.
  public struct Settings: Sendable, Hashable {
    /// The part of the composition to play; `nil` is all.
    public var range: TimeRange?
    /// Where to begin, in the time of what is played.
    public var start = MediaTime.zero
    /// How fast, more than 0 and at most 32; sound keeps its pitch.
    public var rate = 1.0
    /// Whether it starts again at the end.
    public var loops = false
    /// Whether it stands still at the first frame until told to play.
    public var isPaused = false
    /// Whether the sound cannot be heard.
    public var isMuted = false
    /// What becomes of a segment whose source fails while it plays.
    public var onMissing = MissingMedia.stop

    public init() {}
  }

  /// What happens on the way.
  public enum Event: Sendable, Hashable {
    case warning(String)
    /// About ten times a second.
    case status(Status)
    /// The frame of the last seek is shown.
    case seekCompleted(MediaTime)
    /// The composition that was given last is what plays now.
    case replaced
    /// It cannot be played; what played before goes on.
    case replacementFailed(String)
  }

  /// Where it is, and how it moves.
  public struct Status: Sendable, Hashable {
    public var time: MediaTime = .zero
    public var duration: MediaTime = .zero
    public var isPlaying = true
    public var rate = 1.0
    /// Frames that came too late to be shown, in all.
    public var droppedFrames = 0
  }

  enum Command: Sendable {
    case play, pause, togglePause, stop, toggleMute
    case seek(MediaTime)
    case skip(MediaTime)
    case seekToEnd
    case step(Int)
    case rate(Double)
    case rateFactor(Double)
    case replace(ResolvedComposition)
  }

  let settings: Settings
  let output: SinkOutput
  let first: ResolvedComposition
  private let commands: AsyncStream<Command>
  private let sender: AsyncStream<Command>.Continuation
  private let latest = Mutex(Status())

  public init(
    _ composition: ResolvedComposition, output: SinkOutput, settings: Settings = Settings()
  ) {
    first = composition
    self.output = output
    self.settings = settings
    (commands, sender) = AsyncStream.makeStream()
    latest.withLock {
      $0.duration = composition.duration
      $0.rate = settings.rate
      $0.isPlaying = !settings.isPaused
    }
  }

  public func play() { sender.yield(.play) }
  public func pause() { sender.yield(.pause) }
  public func togglePause() { sender.yield(.togglePause) }
  public func toggleMute() { sender.yield(.toggleMute) }
  /// Ends ``run(observing:)``.
  public func stop() { sender.yield(.stop) }
  /// Shows the frame of an instant; past the end it is the last one.
  public func seek(to time: MediaTime) { sender.yield(.seek(time)) }
  public func seekToEnd() { sender.yield(.seekToEnd) }
  /// Seeks relative to where it is.
  public func skip(by offset: MediaTime) { sender.yield(.skip(offset)) }
  /// Stands still so many frames later, or earlier.
  public func step(by frames: Int) { sender.yield(.step(frames)) }

  /// How fast it plays, 1/32 to 32.
  public var rate: Double {
    get { status.rate }
    set { sender.yield(.rate(newValue)) }
  }

  /// Makes it faster, or slower.
  public func multiplyRate(by factor: Double) { sender.yield(.rateFactor(factor)) }

  /// Plays another composition from the same position on.
  ///
  /// Where both have the same layers in the same order, only what differs is changed, and no source
  /// that shows the same is opened anew.
  public func replace(with composition: ResolvedComposition) { sender.yield(.replace(composition)) }

  public var status: Status { latest.withLock { $0 } }
  /// Where it is.
  public var time: MediaTime { status.time }

  /// Where it is, now and then, as long as it runs.
  public func times(every interval: Duration = .milliseconds(100)) -> some AsyncSequence<
    MediaTime, Never
  > {
    AsyncStream { continuation in
      let clock = Task { [weak self] in
        while !Task.isCancelled, let self {
          continuation.yield(time)
          try? await Task.sleep(for: interval)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in clock.cancel() }
    }
  }

  /// Plays until the end, or until told to stop.
  ///
  /// - Parameter observe: Told what happens.
  /// - Throws: `TranslationError` where the range shows nothing, `PipelineError`,
  ///   `CancellationError`.
  public func run(observing observe: @Sendable (Event) -> Void = { _ in }) async throws {
    registerElements()
    var next: Stage? = try Stage(first, settings)
    while let stage = next { next = try await play(stage, observe) }
  }

  /// Plays until the end.
  ///
  /// - Returns: What needs other sinks, and so a pipeline of its own.
  private func play(
    _ stage: Stage, _ observe: @Sendable (Event) -> Void
  ) async throws -> Stage? {
    let graph = output.graph(taking: stage.streams(for: output))
    return try await withPipeline(graph) { pipeline in
      var transport = try Transport(pipeline, stage, output, settings, status)
      try pipeline.pause()
      for try await moment in pipeline.moments(every: .milliseconds(100), commands: commands) {
        switch moment {
        case .event(let event):
          if try transport.handle(event, observe) { return nil }
        case .command(.stop): return nil
        case .command(.replace(let composition)):
          if let other = transport.replace(with: composition, observe) { return other }
        case .command(let command): try transport.obey(command)
        case .tick: observe(.status(transport.status))
        }
        let status = transport.status
        latest.withLock { $0 = status }
      }
      throw CancellationError()
    }
  }
}
