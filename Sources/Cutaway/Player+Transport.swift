import GStreamer
import MediaTime
import PipelineGraph
import Translation

extension Player {
  /// A composition as it is played.
  struct Stage {
    let translation: Translation
    let graphs: [OutputStream: PipelineGraph]

    init(_ composition: ResolvedComposition, _ settings: Settings) throws(TranslationError) {
      translation = try Translation(
        composition, range: settings.range, onMissing: settings.onMissing)
      var graphs: [OutputStream: PipelineGraph] = [:]
      for stream in OutputStream.allCases { graphs[stream] = translation.graph(of: stream) }
      self.graphs = graphs
    }

    /// What both the composition and the sinks have.
    func streams(for output: SinkOutput) -> Set<OutputStream> {
      Set(graphs.keys.filter { $0 == .picture ? output.takesVideo : output.takesAudio })
    }
  }

  /// Where a player is, and how it moves.
  struct Transport {
    let pipeline: Pipeline
    let output: SinkOutput
    let settings: Settings
    private var stage: Stage
    private(set) var state: Status
    private var isMuted: Bool
    private var hasStarted = false
    /// Where the last seek went, until the pipeline is there.
    private var target: MediaTime?

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
      if state.time == .zero { state.time = settings.start }
      for stream in stage.streams(for: output) {
        if let graph = stage.graphs[stream] {
          try pipeline.connect(graph, to: stream.entrance)
        }
      }
      applyMute()
    }

    /// The state as it is now.
    var status: Status {
      var status = state
      status.time = min(position, state.duration)
      return status
    }

    private var frameDuration: MediaTime { stage.translation.resolved.frameDuration }
    private var position: MediaTime { target ?? pipeline.position ?? state.time }

    /// Takes note of what happened.
    ///
    /// - Returns: Whether it is over.
    mutating func handle(
      _ event: GStreamer.Event, _ observe: (Player.Event) -> Void
    ) throws -> Bool {
      switch event {
      case .asyncDone where !hasStarted:
        hasStarted = true
        if state.time > .zero || state.rate != 1 { seek(to: state.time) }
        if state.isPlaying { try pipeline.play() }
      case .asyncDone:
        if let target { observe(.seekCompleted(target)) }
        target = nil
      case .endOfStream:
        if !settings.loops { return true }
        seek(to: .zero)
      case .warning(let message, _): observe(.warning(message))
      case .dropped(let count): state.droppedFrames += count
      case .stateChanged, .segmentDone: break
      }
      return false
    }

    mutating func obey(_ command: Command) throws {
      switch command {
      case .play: try setPlaying(true)
      case .pause: try setPlaying(false)
      case .togglePause: try setPlaying(!state.isPlaying)
      case .toggleMute:
        isMuted.toggle()
        applyMute()
      case .seek(let time): seek(to: time)
      case .seekToEnd: seek(to: state.duration)
      case .skip(let offset): seek(to: position + offset)
      case .step(let frames):
        try setPlaying(false)
        seek(to: position + frameDuration * frames)
      case .rate(let rate): setRate(rate)
      case .rateFactor(let factor): setRate(state.rate * factor)
      case .replace, .stop: break
      }
    }

    private mutating func setRate(_ rate: Double) {
      guard rate.isFinite else { return }
      state.rate = min(32, max(1.0 / 32, rate))
      seek(to: position)
    }

    private mutating func setPlaying(_ isPlaying: Bool) throws {
      state.isPlaying = isPlaying
      guard hasStarted else { return }
      try isPlaying ? pipeline.play() : pipeline.pause()
    }

    private func applyMute() {
      pipeline.apply([
        .init(element: "sound-volume", property: "mute", value: .bool(isMuted))
      ])
    }

    /// Goes to the frame shown at a time.
    private mutating func seek(to time: MediaTime) {
      let last = frameDuration * Int(max(0, state.duration.ceiled(in: frameDuration) - 1))
      // Positions come in nanoseconds, rounded down: one more hits the frame meant.
      let frame = (time + MediaTime(nanoseconds: 1)).floored(in: frameDuration)
      let goal = min(max(.zero, frameDuration * Int(frame)), last)
      state.time = goal
      guard hasStarted else { return }
      target = goal
      pipeline.seek(to: goal, rate: state.rate)
    }

    /// Plays another composition from the same position on.
    ///
    /// - Returns: The stage, where it needs other sinks.
    mutating func replace(
      with composition: ResolvedComposition, _ observe: (Player.Event) -> Void
    ) -> Stage? {
      do {
        let next = try Stage(composition, settings)
        state.time = min(position, next.translation.duration)
        let streams = next.streams(for: output)
        if streams != stage.streams(for: output) {
          state.duration = next.translation.duration
          observe(.replaced)
          return next
        }
        var needsSeek = false
        for stream in streams {
          guard let old = stage.graphs[stream], let new = next.graphs[stream] else { continue }
          if let changes = old.changes(to: new) {
            pipeline.apply(changes)
            needsSeek = needsSeek || !state.isPlaying && !changes.isEmpty
            // What a source plays changes with a seek, all else with the next frame.
            let sources = Set(new.elements.filter { $0.factory == "tracksrc" }.map(\.name))
            needsSeek = needsSeek || changes.contains { sources.contains($0.element) }
          } else {
            try pipeline.connect(new, to: stream.entrance)
            needsSeek = true
          }
        }
        stage = next
        state.duration = next.translation.duration
        if needsSeek { seek(to: state.time) }
        observe(.replaced)
      } catch {
        observe(.replacementFailed("\(error)"))
      }
      return nil
    }
  }
}
