public import CutawayDiagnostics
import CutawayRuntime
public import CutawayTime
public import CutawayTranslation
import Synchronization

/// Plays a composition to sinks, synchronised to a clock, as `AVPlayer` does.
///
///     let player = Player(edit, output: SinkOutput())
///     async let end: Void = player.run()
///     await player.seek(to: MediaTime(5))
///     player.rate = 2
///     try await end
///
/// Any task may control it, before and during ``run(observing:)``. Of several seeks the newest
/// counts. It can run again, but not twice at the same time.
public final class Player: Sendable {
  /// An event during ``Player/run(observing:)``.
  public enum Event: Sendable, Hashable {
    /// The current status, about ten times a second.
    case status(Status)
    /// The target frame of the last seek is shown; the value is its time.
    case seekCompleted(MediaTime)
    /// The composition of the last ``Player/replace(with:reloadingMedia:)`` plays now.
    case replaced
    /// The new composition cannot be played, for the given reason; the previous one continues.
    case replacementFailed(String)
    /// A key was pressed in the window; the value is its X name: `space`, `Left`, `a`.
    case keyPressed(String)
  }

  /// The position and the motion of a player.
  public struct Status: Sendable, Hashable {
    /// The position, from 0 to ``duration``, relative to ``Player/Settings/range``.
    public var time: MediaTime = .zero
    /// The length of the part that plays.
    public var duration: MediaTime = .zero
    /// Whether it plays or is about to play; `false` while paused and after the end.
    public var isPlaying = true
    /// The rate, ±1/32 to ±32; negative rates play backwards.
    public var rate = 1.0
    /// The total number of frames that were dropped because they were late.
    public var droppedFrames = 0
    /// Whether the timeline covers the lower part of the picture.
    public var showsTimeline = false
    /// Whether the sound is muted.
    public var isMuted = false
    /// The factor of the sound.
    public var volume = 1.0
  }

  /// The direction of playback.
  public enum Direction: Sendable, Hashable {
    /// The sense of the timeline, or the opposite.
    case forward, backward
  }

  let settings: Settings
  let output: SinkOutput
  let first: ResolvedComposition
  let onWarning: @Sendable (Warning) -> Void
  private let commands = Mailbox<Command>()
  private let latest = Mutex(Status())
  private let hasEnded = Atomic(false)

  /// Creates a player, which is idle until ``run(observing:)``, and clamps the rate to ±1/32…±32.
  ///
  /// - Parameters:
  ///   - composition: The composition to play.
  ///   - output: The sinks.
  ///   - settings: Where and how to play.
  ///   - onWarning: Receives the problems that do not stop playback.
  public init(
    _ composition: ResolvedComposition, output: SinkOutput, settings: Settings = Settings(),
    onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.onWarning = onWarning
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
    (status.isMuted, status.volume) = (settings.isMuted, settings.volume)
    status.time = settings.start ?? (settings.rate < 0 ? first.duration : .zero)
    return status
  }

  /// Starts playback; at the start after backward playback, forwards.
  public func play() { commands.send(.play) }
  /// Pauses at the current frame.
  public func pause() { commands.send(.pause) }
  /// Pauses if it plays, else starts playback.
  public func togglePause() { commands.send(.togglePause) }
  /// Mutes the sound, or unmutes it.
  public func toggleMute() { commands.send(.toggleMute) }
  /// Shows the timeline with a playhead over the lower part of the picture, or hides it.
  ///
  /// It needs the package trait `Timeline`, and has no effect without it.
  public func toggleTimeline() { commands.send(.toggleTimeline) }
  /// Ends ``run(observing:)``.
  public func stop() { commands.send(.stop) }
  /// Requests a seek to the frame that contains a time, clamped to the first and the last frame,
  /// and does not wait for it.
  ///
  /// While a seek is under way, only the newest of the later ones waits.
  public func requestSeek(to time: MediaTime) { commands.send(.seek(time, nil, nil)) }

  /// Seeks to a time, and returns when its frame is shown.
  ///
  /// With tolerances it shows a frame near the time that decodes quickly. This is the current frame, if it is within the tolerances; else the nearest frame at which a
  /// source has a key frame; else the exact one. Each is a frame as an export renders it.
  /// ``Event/seekCompleted(_:)`` reports its time.
  ///
  /// - Parameters:
  ///   - time: The requested time.
  ///   - before: How much earlier the frame may be.
  ///   - after: How much later the frame may be.
  /// - Returns: Whether the frame was shown; `false` if a later command, the end of playback or the
  ///   cancellation of the task came first. Without ``run(observing:)`` it waits for the next run.
  @discardableResult
  public func seek(
    to time: MediaTime, toleranceBefore before: MediaTime = .zero,
    toleranceAfter after: MediaTime = .zero
  ) async -> Bool {
    let isExact = before <= .zero && after <= .zero
    let tolerance = SeekTolerance(before: max(.zero, before), after: max(.zero, after))
    let outcome = SeekOutcome()
    commands.send(.seek(time, isExact ? nil : tolerance, outcome))
    if isOver { discardCommands() }
    return await outcome.value()
  }

  /// Seeks to the last frame.
  public func seekToEnd() { commands.send(.seekToEnd) }
  /// Seeks relative to the current position.
  public func skip(by offset: MediaTime) { commands.send(.skip(offset)) }
  /// Pauses, and seeks by a number of frames; a negative number goes back.
  public func step(by frames: Int) { commands.send(.step(frames)) }

  /// The rate, ±1/32 to ±32, to which other values are clamped; negative rates play backwards.
  ///
  /// The player ignores 0 and values that are not finite. If ``Settings/rate`` is positive,
  /// backward playback pauses at the start; if it is negative, forward playback pauses at the end.
  public var rate: Double {
    get { status.rate }
    set { commands.send(.rate(newValue)) }
  }

  /// Whether the sound is muted.
  public var isMuted: Bool {
    get { status.isMuted }
    set { commands.send(.mute(newValue)) }
  }

  /// The factor of the sound, 0…10, to which other values are clamped; 1 leaves it as it is.
  public var volume: Double {
    get { status.volume }
    set { commands.send(.volume(newValue)) }
  }

  /// Multiplies the rate by a factor; a negative factor reverses the direction.
  public func multiplyRate(by factor: Double) { commands.send(.rateFactor(factor)) }

  /// Plays in a direction at normal speed; if it already does, doubles the speed (keys J and L).
  public func shuttle(_ direction: Direction) { commands.send(.shuttle(direction)) }

  /// Replaces the composition and keeps the position.
  ///
  /// If both compositions have the same layers in the same order, only the differences are changed,
  /// and sources that play the same media stay open.
  ///
  /// - Parameters:
  ///   - composition: The composition to play.
  ///   - reloadsMedia: Whether files may have changed; all files are then reopened.
  public func replace(
    with composition: ResolvedComposition, reloadingMedia reloadsMedia: Bool = false
  ) {
    commands.send(.replace(composition, reloadsMedia: reloadsMedia))
  }

  /// The status at the latest event, at most about 0.1 seconds old while it runs.
  public var status: Status { latest.withLock { $0 } }
  /// The position, relative to ``Settings/range``.
  public var time: MediaTime { status.time }

  /// The position at regular intervals, until the iteration is cancelled or the player released.
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

  /// Plays until the end or ``stop()``.
  ///
  /// - Parameter observe: Receives the events.
  /// - Throws: `TranslationError` if the range is empty, `PipelineError`, also if there is nothing
  ///   that the sinks take, `CancellationError`.
  public func run(observing observe: @Sendable (Event) -> Void = { _ in }) async throws {
    try await run(observe, once: false)
  }

  /// Plays as ``run(observing:)``, and never again: later seeks return `false` at once.
  package func runOnce() async throws { try await run({ _ in }, once: true) }

  /// Whether ``runOnce()`` has ended.
  package var isOver: Bool { hasEnded.load(ordering: .sequentiallyConsistent) }

  private func run(_ observe: @Sendable (Event) -> Void, once: Bool) async throws {
    note(initialStatus)
    defer {
      latest.withLock { $0.isPlaying = false }
      if once { hasEnded.store(true, ordering: .sequentiallyConsistent) }
      // Commands that arrive too late for this run do not apply to the next.
      discardCommands()
    }
    try registerElements()
    var next: Stage? = try Stage(first, settings, backward: settings.rate < 0)
    while let stage = next { next = try await play(stage, observe) }
  }

  deinit { discardCommands() }

  private func discardCommands() {
    while let command = commands.take() {
      if case .seek(_, _, let outcome?) = command { outcome.finish(false) }
    }
  }

  /// How long a stream may take to end after ``stop()``.
  static let ending = Duration.seconds(5)

  /// Plays a stage until the end; returns the next one if it needs a new pipeline.
  private func play(
    _ stage: Stage, _ observe: @Sendable (Event) -> Void
  ) async throws -> Stage? {
    let graph = output.graph(taking: try stage.neededStreams(for: output))
    return try await withPipeline(graph) { pipeline in
      // A listener waits for its first receiver.
      if output.sink != nil { pipeline.allowSinksToBlock() }
      var transport = try Transport(pipeline, stage, output, settings, status)
      defer { transport.abandonSeek() }
      try pipeline.pause()
      for try await moment in pipeline.moments(
        every: .milliseconds(100), commands: commands.arrivals())
      {
        switch moment {
        case .event(.warning(var warning)):
          // A message of a sound server does not identify its topic.
          if warning.kind == .soundElement { warning.message = "sound: \(warning.message)" }
          onWarning(warning)
        case .event(let event):
          if try transport.handle(event, observe) {
            // At the end of the stream the position is its end, whatever was reported last.
            note(transport.status)
            return nil
          }
        case .command:
          while let command = commands.take() {
            switch command {
            case .stop:
              guard transport.beginsEnding() else { return nil }
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
