import CutawayDiagnostics
import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension Player {
  /// The position and the motion of a player.
  struct Transport {
    let pipeline: Pipeline
    let output: SinkOutput
    let settings: Settings
    var stage: Stage
    var state: Status
    var hasStarted = false
    var seeks = SeekQueue()
    /// What the caller of the last requested seek waits for.
    var seekOutcome: SeekOutcome?
    /// Whether the stream ended during a seek, and nothing has arrived since.
    private var mayHaveEnded = false
    /// Whether sinks have reported an arrival that has not been handled.
    var isArriving = false
    /// Whether playback starts when the current seek finishes.
    private var startsOnArrival = false
    /// When a stream that has been asked to end is given up.
    private var lastMoment: ContinuousClock.Instant?
    let mirror: MirroredDuration
    private var overlay: LaidOverlay?
    var keyFrames: KeyFrameFinder?
    /// The revision of the media; it increases whenever files may have changed.
    var revision = 0

    init(
      _ pipeline: Pipeline, _ stage: Stage, _ output: SinkOutput, _ settings: Settings,
      _ status: Status
    ) throws(PipelineError) {
      self.pipeline = pipeline
      self.stage = stage
      self.output = output
      self.settings = settings
      state = status
      state.duration = stage.translation.duration
      mirror = MirroredDuration(state.duration)
      for stream in stage.streams(for: output) {
        if let graph = stage.graphs[stream] {
          try pipeline.connect(graph, to: stream.entrance)
        }
      }
      if repeatsStream {
        let frames = state.duration.ceiled(in: frameDuration)
        pipeline.repeatRounds(
          entering: stage.streams(for: output).map(\.entrance), of: frameDuration * Int(frames))
      }
      pipeline.mirrorSeeks(arrivingAt: .turningAudio, in: mirror)
      applyVolume()
      layOverlay()
    }

    /// The current status.
    var status: Status {
      var status = state
      status.time = min(position, state.duration)
      return status
    }

    /// Whether a joint sink gets the composition again and again, as one stream: a seek would make muxers
    /// begin again.
    private var repeatsStream: Bool { settings.loops && output.sink != nil }

    var frameDuration: MediaTime { stage.translation.resolved.frameDuration }
    var isBackward: Bool { state.rate < 0 }
    var end: MediaTime { stage.translation.duration }

    var position: MediaTime { seeks.goal ?? playedPosition ?? state.time }

    /// The position of the pipeline, whatever seeks are under way.
    private var playedPosition: MediaTime? {
      guard isBackward else {
        return pipeline.position.map { time in
          onGrid(repeatsStream ? time - end * Int(time.floored(in: end)) : time)
        }
      }
      // The audio part of the pipeline has a clock of its own.
      let hasPicture = stage.streams(for: output).contains(.picture)
      let time =
        hasPicture
        ? pipeline.position(ofSinkTaking: "video/") : pipeline.position.map { end - $0 }
      guard let time else { return nil }
      // Played backwards, a frame lasts from its end to its start, which already lies on the
      // previous frame.
      return frameDuration * max(0, frame(at: time - MediaTime(1, over: 1_000_000)))
    }

    /// Corrects a time that rounding to nanoseconds moved at most one before its frame.
    private func onGrid(_ time: MediaTime) -> MediaTime {
      let start = frameDuration * Int(time.rounded(in: frameDuration))
      return abs((start - time).seconds) < 2e-9 ? start : time
    }

    func frame(at time: MediaTime) -> Int { Int(time.floored(in: frameDuration)) }

    /// Ends the stream of a joint sink, so that muxers complete what they have written.
    ///
    /// - Returns: Whether the end will follow; `false` for sinks that need none, before anything
    ///   plays, and if it was asked for already.
    mutating func beginsEnding() -> Bool {
      guard output.sink != nil, hasStarted, state.isPlaying, lastMoment == nil else { return false }
      lastMoment = .now + Player.ending
      pipeline.endPacedStreams()
      return true
    }

    /// Handles an event of the pipeline.
    ///
    /// - Returns: Whether playback is over.
    mutating func handle(
      _ event: CutawayRuntime.Event, _ observe: (Player.Event) -> Void
    ) throws -> Bool {
      switch event {
      case .asyncDone where !hasStarted:
        hasStarted = true
        if state.time > .zero || state.rate != 1 { seek(to: state.time) }
        if !seeks.isUnderWay { completeSeek(true) }
        if state.isPlaying { try pipeline.play() }
      case .asyncDone:
        // An end that was reported earlier belongs to the position before the seek.
        mayHaveEnded = false
        isArriving = true
        try arrive(observe)
      case .endOfStream:
        if !seeks.isUnderWay { return try turnAtEnd() }
        // An end during a seek usually belongs to the old position. But at high speed the new
        // passage may end before its arrival is noticed.
        mayHaveEnded = true
      case .keyPressed(let key): observe(.keyPressed(key))
      case .dropped(let count): state.droppedFrames += count
      case .warning, .stateChanged, .segmentDone: break
      }
      return false
    }

    /// Loops, or pauses at the end opposite to the one that the settings' rate leads to.
    ///
    /// - Returns: Whether playback is over.
    private mutating func turnAtEnd() throws -> Bool {
      if settings.loops {
        seek(to: isBackward ? end : .zero)
        return false
      }
      let wasBackward = isBackward
      if wasBackward == (settings.rate < 0) { return true }
      try setPlaying(false)
      try setRate(wasBackward ? 1 : -1, from: wasBackward ? .zero : end)
      return false
    }

    /// Recovers from events that may have been lost.
    ///
    /// - Returns: Whether playback is over.
    mutating func tick(_ observe: (Player.Event) -> Void) throws -> Bool {
      if let lastMoment, lastMoment < .now { return true }
      try arrive(observe)
      // During a seek the pipeline has no position.
      if seeks.isOverdue, mayHaveEnded || seeks.waiting != nil || playedPosition != nil {
        try goOn(observe)
      }
      guard mayHaveEnded, !seeks.isUnderWay else { return false }
      mayHaveEnded = false
      return try turnAtEnd()
    }

    /// Ends the seek under way if all sinks show its target.
    ///
    /// A pause reports the same event. A pipeline with several sinks also does when the first of them
    /// arrives before the seek has reached the others, and again when those arrive. A pipeline that
    /// plays changes its state afterwards, and does not wait for that.
    private mutating func arrive(_ observe: (Player.Event) -> Void) throws {
      guard isArriving, state.isPlaying || !pipeline.isChanging else { return }
      isArriving = false
      if hasArrived { try goOn(observe) }
    }

    /// Whether the pipeline is at the target of the current seek, or slightly beyond it if it
    /// plays.
    private var hasArrived: Bool {
      guard let goal = seeks.current, let time = playedPosition else { return false }
      let way = state.isPlaying ? abs(state.rate) : 0
      return abs((time - goal).seconds) <= way + frameDuration.seconds * 1.5
    }

    /// Sends the waiting seek, or reports that the current one is done.
    private mutating func goOn(_ observe: (Player.Event) -> Void) throws {
      if let next = seeks.waiting {
        send(next)
      } else if let reached = seeks.finish() {
        observe(.seekCompleted(reached))
        completeSeek(true)
        if startsOnArrival { try setPlaying(true) }
      }
    }

    mutating func obey(
      _ command: Command, _ observe: (Player.Event) -> Void
    ) async throws {
      if command.goesElsewhere { abandonSeek() }
      switch command {
      case .play: try start()
      case .pause: try stop()
      case .togglePause: try state.isPlaying ? stop() : start()
      case .toggleMute:
        state.isMuted.toggle()
        applyVolume()
      case .mute(let isMuted):
        state.isMuted = isMuted
        applyVolume()
      case .volume(let volume):
        state.volume = boundedVolume(volume)
        applyVolume()
      case .toggleTimeline:
        state.showsTimeline.toggle()
        layOverlay()
        // While paused, a frame is redrawn only by a seek.
        if !state.isPlaying { seek(to: position) }
      case .seek(let time, let tolerance, let outcome):
        seekOutcome = outcome
        if let tolerance { await seek(to: time, tolerance, observe) } else { seek(to: time) }
      case .seekToEnd: seek(to: end)
      case .skip(let offset): seek(to: position + offset)
      case .step(let frames):
        try setPlaying(false)
        seek(to: position + frameDuration * frames)
      case .rate(let rate): try setRate(rate, from: position)
      case .rateFactor(let factor): try setRate(state.rate * factor, from: position)
      case .shuttle(let direction): try shuttle(direction)
      case .replace, .stop: break
      }
    }

    /// Starts playback; forwards from the start if backward playback has reached it.
    private mutating func start() throws {
      if isBackward, settings.rate > 0, position <= .zero { try setRate(1, from: .zero) }
      try setPlaying(true)
    }

    /// Pauses at the current frame: a paused sink would show the next one.
    private mutating func stop() throws {
      let wasPlaying = state.isPlaying, time = position
      try setPlaying(false)
      if wasPlaying, !seeks.isUnderWay { seek(to: time) }
    }

    private mutating func shuttle(_ direction: Direction) throws {
      let sign = direction == .backward ? -1.0 : 1
      let goesOn = state.isPlaying && state.rate * sign > 0
      try setRate(goesOn ? state.rate * 2 : sign, from: position)
      try setPlaying(true)
    }

    private mutating func setRate(_ rate: Double, from time: MediaTime) throws {
      guard rate.isFinite, rate != 0 else { return }
      let size = min(32, max(1.0 / 32, abs(rate)))
      let isTurned = (rate < 0) != isBackward
      state.rate = rate < 0 ? -size : size
      // A stage that only changes direction already has its sinks.
      if isTurned { _ = try install(stage.turned(backward: isBackward)) }
      seek(to: time)
    }

    private mutating func setPlaying(_ isPlaying: Bool) throws {
      let wasStill = !state.isPlaying || startsOnArrival
      state.isPlaying = isPlaying
      // A paused pipeline waits for its seek, so that no frame of the way there is shown.
      startsOnArrival = isPlaying && wasStill && seeks.isUnderWay
      guard hasStarted, !startsOnArrival else { return }
      try isPlaying ? pipeline.play() : pipeline.pause()
    }

    private func applyVolume() {
      pipeline.set("mute", of: .volume, to: .bool(state.isMuted))
      pipeline.set("volume", of: .volume, to: .double(state.volume))
    }

    mutating func layOverlay() {
      // Remove the old overlay first, so that no frame is painted twice.
      overlay = nil
      guard state.showsTimeline, stage.streams(for: output).contains(.picture),
        let drawn = stage.overlay
      else { return }
      overlay = pipeline.layOver(drawn, entering: .shownVideo)
    }
  }
}
