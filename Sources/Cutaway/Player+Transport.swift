import CutawayGraph
import CutawayRuntime
import CutawayTime

extension Player {
  /// Where a player is, and how it moves.
  struct Transport {
    let pipeline: Pipeline
    let output: SinkOutput
    let settings: Settings
    var stage: Stage
    var state: Status
    private var isMuted: Bool
    var hasStarted = false
    var seeks = SeekQueue()
    /// Told of the seek that was asked for last.
    var seekCompletion: SeekCompletion?
    /// Whether the stream has ended while a seek was under way, and nothing has arrived since.
    private var mayHaveEnded = false
    /// Whether it is to play as soon as the seek under way is done.
    private var startsOnArrival = false
    let mirror: MirroredDuration
    private var overlay: LaidOverlay?
    var keyFrames: KeyFrameFinder?
    /// Counts how often the files may have become others.
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
      isMuted = settings.isMuted
      state.duration = stage.translation.duration
      mirror = MirroredDuration(state.duration)
      for stream in stage.streams(for: output) {
        if let graph = stage.graphs[stream] {
          try pipeline.connect(graph, to: stream.entrance)
        }
      }
      pipeline.mirrorSeeks(arrivingAt: "sound-rate", in: mirror)
      applyMute()
      layOverlay()
    }

    /// The state as it is now.
    var status: Status {
      var status = state
      status.time = min(position, state.duration)
      return status
    }

    var frameDuration: MediaTime { stage.translation.resolved.frameDuration }
    var isBackward: Bool { state.rate < 0 }
    var end: MediaTime { stage.translation.duration }

    var position: MediaTime { seeks.goal ?? playedPosition ?? state.time }

    /// Where the pipeline is, whatever it has been told to do.
    private var playedPosition: MediaTime? {
      guard isBackward else { return pipeline.position.map(onGrid) }
      // The sound's part of the pipeline has a time of its own.
      let hasPicture = stage.streams(for: output).contains(.picture)
      let time =
        hasPicture
        ? pipeline.position(ofSinkTaking: "video/") : pipeline.position.map { end - $0 }
      guard let time else { return nil }
      // A frame is shown from its end to its start, which lies on the frame before.
      return frameDuration * max(0, frame(at: time - MediaTime(1, over: 1_000_000)))
    }

    /// A time in whole nanoseconds lies up to one before the frame that it means.
    private func onGrid(_ time: MediaTime) -> MediaTime {
      let start = frameDuration * Int(time.rounded(in: frameDuration))
      return abs((start - time).seconds) < 2e-9 ? start : time
    }

    func frame(at time: MediaTime) -> Int { Int(time.floored(in: frameDuration)) }

    /// Takes note of what happened.
    ///
    /// - Returns: Whether it is over.
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
        // An end that was told before belongs to what has been left.
        mayHaveEnded = false
        // A pause is such an event, too.
        if hasArrived { try goOn(observe) }
      case .endOfStream:
        if !seeks.isUnderWay { return try turnAtEnd() }
        // Who has gone elsewhere meanwhile is not at the end; but what plays as fast as it can may have
        // come there before its arrival was noticed.
        mayHaveEnded = true
      case .warning(let message, let isSound):
        // What a sound server says tells nothing of sound.
        observe(.warning(isSound ? "sound: \(message)" : message))
      case .keyPressed(let key): observe(.keyPressed(key))
      case .dropped(let count): state.droppedFrames += count
      case .stateChanged, .segmentDone: break
      }
      return false
    }

    /// Starts again, or stands still at the end that is not the one it was to play to.
    ///
    /// - Returns: Whether it is over.
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

    /// Looks after what may have been lost.
    ///
    /// - Returns: Whether it is over.
    mutating func tick(_ observe: (Player.Event) -> Void) throws -> Bool {
      // While a seek is on its way there is no position.
      if seeks.isOverdue, mayHaveEnded || seeks.waiting != nil || playedPosition != nil {
        try goOn(observe)
      }
      guard mayHaveEnded, !seeks.isUnderWay else { return false }
      mayHaveEnded = false
      return try turnAtEnd()
    }

    /// Whether the pipeline is where the seek under way goes, or a little farther if it plays.
    private var hasArrived: Bool {
      guard let goal = seeks.current, let time = playedPosition else { return false }
      let way = state.isPlaying ? abs(state.rate) : 0
      return abs((time - goal).seconds) <= way + frameDuration.seconds * 1.5
    }

    /// Goes on with the seek that has waited for the one before, or is done.
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
        isMuted.toggle()
        applyMute()
      case .toggleTimeline:
        state.showsTimeline.toggle()
        layOverlay()
        // What stands still is drawn anew only if asked for.
        if !state.isPlaying { seek(to: position) }
      case .seek(let time, let tolerance, let completion):
        seekCompletion = completion
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

    /// Plays; from the start, where there is no way back from, forwards.
    private mutating func start() throws {
      if isBackward, settings.rate > 0, position <= .zero { try setRate(1, from: .zero) }
      try setPlaying(true)
    }

    /// Stands still at the frame that is shown: a sink that is paused shows the one that would come next.
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
      // A stage that is only turned has its sinks already.
      if isTurned { _ = try install(stage.turned(backward: isBackward)) }
      seek(to: time)
    }

    private mutating func setPlaying(_ isPlaying: Bool) throws {
      let wasStill = !state.isPlaying || startsOnArrival
      state.isPlaying = isPlaying
      // What stands still does not show where it was on the way to where it will play.
      startsOnArrival = isPlaying && wasStill && seeks.isUnderWay
      guard hasStarted, !startsOnArrival else { return }
      try isPlaying ? pipeline.play() : pipeline.pause()
    }

    private func applyMute() {
      pipeline.apply([
        .init(element: "sound-volume", property: "mute", value: .bool(isMuted))
      ])
    }

    mutating func layOverlay() {
      // Taken away first: frames are never painted twice.
      overlay = nil
      guard state.showsTimeline, stage.streams(for: output).contains(.picture),
        let drawn = stage.overlay
      else { return }
      overlay = pipeline.layOver(drawn, entering: "picture-output")
    }
  }
}
