public import CutawayGraph
import CutawayRuntime
public import CutawayTime
import Synchronization

/// Plays a composition to sinks, in sync with a clock, as `AVPlayer` does.
///
///     let player = Player(edit, output: SinkOutput())
///     async let end: Void = player.run()
///     player.seek(to: MediaTime(5))
///     player.rate = 2
///     try await end
///
/// What it is told may come from any task, before it runs and while it does; the newest of several
/// seeks counts. It can run again, but not twice at a time.
public final class Player: Sendable {
  /// How it plays.
  public struct Settings: Sendable, Hashable {
    /// The part of the composition to play; `nil` is all.
    public var range: TimeRange?
    /// Where to begin, in the time of what is played; `nil` is its start, or its end where it is played
    /// backwards.
    public var start: MediaTime?
    /// How fast, 1/32 to 32; below 0 backwards.
    ///
    /// Sound keeps its pitch.
    public var rate = 1.0
    /// Whether it starts again at the end.
    public var loops = false
    /// Whether it stands still at the first frame until told to play.
    public var isPaused = false
    /// Whether the sound cannot be heard.
    public var isMuted = false
    /// Whether the timeline is laid over the lower part of the picture.
    public var showsTimeline = false
    /// What becomes of a segment whose source fails while it plays.
    public var onMissing = MissingMedia.stop

    public init() {}

    /// The same at a rate that can be played; 0 is to stand still.
    fileprivate var bounded: Settings {
      var settings = self
      settings.isPaused = isPaused || rate == 0
      let size = rate == 0 ? 1 : max(1.0 / 32, min(abs(rate), 32))
      settings.rate = rate.isFinite ? (rate < 0 ? -size : size) : 1
      return settings
    }
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
    /// A key has been pressed in the window, by the name that X gives it: `space`, `Left`, `a`.
    case keyPressed(String)
  }

  /// Where it is, and how it moves.
  public struct Status: Sendable, Hashable {
    public var time: MediaTime = .zero
    public var duration: MediaTime = .zero
    public var isPlaying = true
    public var rate = 1.0
    /// Frames that came too late to be shown, in all.
    public var droppedFrames = 0
    public var showsTimeline = false
  }

  /// Which way it plays.
  public enum Direction: Sendable, Hashable { case forward, backward }

  /// How far from a time the frame may lie that a seek shows.
  struct SeekTolerance: Sendable {
    var before: MediaTime
    var after: MediaTime
  }

  /// Told whether the frame of a seek has been shown.
  public typealias SeekCompletion = @Sendable (_ isFinished: Bool) -> Void

  enum Command: Sendable {
    case play, pause, togglePause, stop, toggleMute, toggleTimeline
    case seek(MediaTime, SeekTolerance?, SeekCompletion?)
    case skip(MediaTime)
    case seekToEnd
    case step(Int)
    case rate(Double)
    case rateFactor(Double)
    case shuttle(Direction)
    case replace(ResolvedComposition, reloadsMedia: Bool)

    /// Whether it leads to another frame than one that is still being sought.
    var goesElsewhere: Bool {
      switch self {
      case .seek, .skip, .seekToEnd, .step: true
      default: false
      }
    }
  }

  let settings: Settings
  let output: SinkOutput
  let first: ResolvedComposition
  private let commands = Mailbox<Command>()
  private let latest = Mutex(Status())

  public init(
    _ composition: ResolvedComposition, output: SinkOutput, settings: Settings = Settings()
  ) {
    first = composition
    self.output = output
    self.settings = settings.bounded
    note(initialStatus)
  }

  private var initialStatus: Status {
    var status = Status()
    status.duration = first.duration
    status.rate = settings.rate
    status.isPlaying = !settings.isPaused
    status.showsTimeline = settings.showsTimeline
    status.time = settings.start ?? (settings.rate < 0 ? first.duration : .zero)
    return status
  }

  public func play() { commands.send(.play) }
  public func pause() { commands.send(.pause) }
  public func togglePause() { commands.send(.togglePause) }
  public func toggleMute() { commands.send(.toggleMute) }
  /// Lays the timeline, with a playhead, over the lower part of the picture, or takes it away.
  public func toggleTimeline() { commands.send(.toggleTimeline) }
  /// Ends ``run(observing:)``.
  public func stop() { commands.send(.stop) }
  /// Shows the frame of an instant; past the end it is the last one.
  ///
  /// While a seek is under way the newest of those that follow waits for its picture.
  public func seek(to time: MediaTime) { commands.send(.seek(time, nil, nil)) }

  /// Shows a frame near an instant that comes quickly: the one that is shown, if it is near enough, or
  /// else the nearest one at which a source has a key frame, or the exact one.
  ///
  /// Whatever it is, it is a frame as an export shows it; ``Event/seekCompleted(_:)`` tells its time.
  ///
  /// - Parameters:
  ///   - time: The instant.
  ///   - before: How much earlier the frame may be.
  ///   - after: How much later.
  ///   - completion: Called once, from any thread: with `true` when the frame is shown, with `false` when
  ///     it was told to go elsewhere before that, or has ended.
  public func seek(
    to time: MediaTime, toleranceBefore before: MediaTime = .zero,
    toleranceAfter after: MediaTime = .zero, completionHandler completion: SeekCompletion? = nil
  ) {
    let isExact = before <= .zero && after <= .zero
    let tolerance = SeekTolerance(before: max(.zero, before), after: max(.zero, after))
    commands.send(.seek(time, isExact ? nil : tolerance, completion))
  }

  public func seekToEnd() { commands.send(.seekToEnd) }
  /// Seeks relative to where it is.
  public func skip(by offset: MediaTime) { commands.send(.skip(offset)) }
  /// Stands still so many frames later, or earlier.
  public func step(by frames: Int) { commands.send(.step(frames)) }

  /// How fast it plays, 1/32 to 32; below 0 backwards.
  ///
  /// Where it was to play forwards, it stands still at the start when it comes there backwards, and the
  /// other way round.
  public var rate: Double {
    get { status.rate }
    set { commands.send(.rate(newValue)) }
  }

  /// Makes it faster, or slower.
  public func multiplyRate(by factor: Double) { commands.send(.rateFactor(factor)) }

  /// Plays in a direction; twice as fast if it does so already, as the keys J and L of editors do.
  public func shuttle(_ direction: Direction) { commands.send(.shuttle(direction)) }

  /// Plays another composition from the same position on.
  ///
  /// Where both have the same layers in the same order, only what differs is changed, and no source
  /// that shows the same is opened anew.
  ///
  /// - Parameters:
  ///   - composition: What to play.
  ///   - reloadsMedia: Whether files may be others than before: all are opened anew.
  public func replace(
    with composition: ResolvedComposition, reloadingMedia reloadsMedia: Bool = false
  ) {
    commands.send(.replace(composition, reloadsMedia: reloadsMedia))
  }

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
          // It throws when the task is cancelled, which ends the loop.
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
  /// - Throws: `TranslationError` where the range shows nothing, `PipelineError`, also where there is
  ///   nothing that the sinks take, `CancellationError`.
  public func run(observing observe: @Sendable (Event) -> Void = { _ in }) async throws {
    try registerElements()
    note(initialStatus)
    defer {
      latest.withLock { $0.isPlaying = false }
      // What came too late for this run is not meant for the next.
      while let command = commands.take() {
        if case .seek(_, _, let completion?) = command { completion(false) }
      }
    }
    var next: Stage? = try Stage(first, settings, backward: settings.rate < 0)
    while let stage = next { next = try await play(stage, observe) }
  }

  /// Plays until the end.
  ///
  /// - Returns: What needs other sinks, and so a pipeline of its own.
  private func play(
    _ stage: Stage, _ observe: @Sendable (Event) -> Void
  ) async throws -> Stage? {
    let graph = output.graph(taking: try stage.neededStreams(for: output))
    return try await withPipeline(graph) { pipeline in
      var transport = try Transport(pipeline, stage, output, settings, status)
      defer { transport.abandonSeek() }
      try pipeline.pause()
      for try await moment in pipeline.moments(
        every: .milliseconds(100), commands: commands.arrivals())
      {
        switch moment {
        case .event(let event):
          if try transport.handle(event, observe) {
            // The time of a stream that has ended is its end, whatever was told last.
            note(transport.status)
            return nil
          }
        case .command:
          while let command = commands.take() {
            switch command {
            case .stop: return nil
            case .replace(let composition, let reloadsMedia):
              let other = transport.replace(
                with: composition, reloadingMedia: reloadsMedia, observe)
              if let other {
                note(transport.state)
                return other
              }
            default: try await transport.obey(command, observe)
            }
          }
        case .tick:
          if try transport.tick(observe) { return nil }
          observe(.status(transport.status))
        }
        note(transport.status)
      }
      throw CancellationError()
    }
  }

  private func note(_ status: Status) { latest.withLock { $0 = status } }
}
