import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawaySystem
import CutawayTime
import CutawayTranslation
import Foundation

struct Play: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Previews a composition in a window or in the browser, with sound.",
    discussion: """
      Keys, in the window, a terminal or a pipe: space pauses and resumes; left and right seek by \
      5 s; comma and period step by one frame; home and end seek to the start and the end; j and l \
      play backwards and forwards, faster if pressed again; k pauses; [ and ] halve and double the \
      rate; i shows the timeline over the picture; m mutes; q quits. With --sink, only q has an \
      effect.

      Example:
        cutaway play edit.yaml --start 10
        cutaway play edit.yaml --watch
        cutaway play edit.yaml --video-sink "videoconvert ! cacasink" --mute
        cutaway play edit.yaml --watch --http 8080
        cutaway play edit.yaml --sink 'video. ! x264enc tune=zerolatency ! mpegtsmux ! srtsink \
          uri=srt://:7001'
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @OptionGroup var decoding: DecodingArguments
  @OptionGroup var sinks: SinkOptions
  @Option(
    help: """
      The start position, from the start of --range. The default is the start, or with a negative \
      --rate the end.
      """)
  var start: String?
  @Option(help: "The time range to play: START,END.")
  var range: String?
  @Option(
    parsing: .unconditional,
    help: "The playback rate: 2 is twice as fast, -1 backwards. Sound keeps its pitch.")
  var rate = 1.0
  @Option(help: "The factor to scale the picture down by, for slow machines: 1/2.")
  var scale: String?
  @Option(
    help: ArgumentHelp(
      "Serves a page for a browser instead of opening a window.",
      discussion: """
        8080 is a port of the loopback interface, which other machines cannot reach; 0 selects any \
        free port. With an address such as 0.0.0.0:8080, other machines can reach the page, and \
        the printed URL contains a token.
        """, valueName: "[address:]port"))
  var http: String?
  @Flag(help: "Restarts at the end; with --sink, repeats the composition as one stream.")
  var loop = false
  @Flag(help: "Plays without sound.")
  var mute = false
  @Flag(
    help: """
      Applies each saved change of the file while playing; reports an invalid file, and keeps the \
      old one. In a window, implies --loop and --on-missing gap.
      """)
  var watch = false

  var opening: Opening {
    var opening = Opening(input)
    opening.isInteractive = true
    return opening
  }

  func validate() throws {
    if !(1.0 / 32...32).contains(abs(rate)) {
      throw ValidationError("--rate: expected 1/32 to 32, or -32 to -1/32 for backwards")
    }
    if let scale, MediaTime(scale).map({ $0 > .zero && $0 <= MediaTime(1) }) != true {
      throw ValidationError("--scale: '\(scale)' is not a factor up to 1, such as 1/2")
    }
    if watch, input.file == "-" {
      throw ValidationError("--watch: standard input cannot be watched")
    }
    if sinks.sink != nil, watch {
      throw ValidationError(
        "--sink cannot be used with --watch, after whose seeks a stream would begin again")
    }
    if sinks.sink != nil, rate != 1 {
      throw ValidationError("--sink cannot be used with --rate: muxers refuse other rates")
    }
    if sinks.sink != nil, http != nil {
      throw ValidationError("give either --sink or --http")
    }
    try validateBrowser()
  }

  func run() async throws {
    let options = self
    outliveReaders()
    try await reportingFailures { try await options.play() }
  }

  private func play() async throws {
    let document = try await input.read()
    let composition = try await resolved(document)
    let warnings = document.warn(media: composition.media)
    if let http { return try await serve(document, composition, at: http, warnings) }
    let output = try sinks.output(for: document.composition, isMuted: mute, mayChange: watch)
    let keyboard = Keyboard()
    defer { keyboard.restore() }
    let player = Player(
      composition, output: output, settings: try playerSettings(composition)
    ) { warning in
      keyboard.clearStatus()
      tell(warning)
    }
    let helpers = [
      Task {
        for await key in keyboard.keys where key == .quit || sinks.sink == nil { player.obey(key) }
      },
      Task { [followed = followed(after: document, warnings)] in
        await followed?.play(on: player, keyboard)
      },
    ]
    defer { for helper in helpers { helper.cancel() } }
    try await document.locatingFailures {
      do {
        try await endingStream(of: player) { event in
          switch event {
          case .replacementFailed(let message):
            keyboard.clearStatus()
            tell("error: \(message)")
          case .keyPressed(let name): if let key = Key(windowName: name) { player.obey(key) }
          case .status(let status): keyboard.show(status)
          case .seekCompleted, .replaced: break
          }
        }
      } catch let error as PipelineError {
        throw sinks.naming(error, in: output)
      }
    }
  }

  /// Plays; a signal ends the stream of --sink before it cancels the task.
  private func endingStream(
    of player: Player, _ observe: @escaping @Sendable (Player.Event) -> Void
  ) async throws {
    if sinks.sink == nil { return try await player.run(observing: observe) }
    let run = Task(executorPreference: BlockingThreads.shared) {
      try await player.run(observing: observe)
    }
    try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      player.stop()
    }
    try Task.checkCancellation()
  }

  private func resolved(
    _ document: CompositionDocument, telling tell: (String) -> Void = tell
  ) async throws -> ResolvedComposition {
    let factor = scale.flatMap { MediaTime($0) } ?? MediaTime(1)
    return try await document.resolved(
      changing: {
        $0.render.scale = $0.render.scale * factor
        decoding.apply(to: &$0)
      }, onMissing: missing.onMissing,
      policy: input.policy.policy(for: input), telling: tell)
  }

  /// The composition, reread at each change; `nil` without `--watch`.
  func followed(
    after first: CompositionDocument, _ warnings: Set<Diagnostic>
  ) -> FollowedComposition? {
    watch
      ? FollowedComposition(input, after: first, warnings) { try await resolved($0, telling: $1) }
      : nil
  }

  func playerSettings(_ composition: ResolvedComposition) throws -> Player.Settings {
    var settings = Player.Settings()
    settings.range = try range.map {
      try parseRange($0, frameDuration: composition.frameDuration)
    }
    settings.start = try start.map {
      try parseTime($0, frameDuration: composition.frameDuration, option: "--start")
    }
    if sinks.sink != nil, let start = settings.start {
      // A stream cannot begin with a seek: muxers refuse it, or ignore it.
      let range = settings.range ?? TimeRange(start: .zero, duration: composition.duration)
      if start < range.duration {
        settings.range = TimeRange(start: range.start + start, duration: range.duration - start)
        settings.start = nil
      }
    }
    settings.rate = rate
    settings.loops = loop || watch
    // Media that disappear during editing may come back.
    settings.onMissing = watch ? .gap : missing.onMissing
    let duration: MediaTime
    do throws(TranslationError) {
      duration = try Translation(composition, range: settings.range).duration
    } catch {
      throw ValidationError("--range: \(error.faults.map(\.error.message).joined(separator: ", "))")
    }
    if let start, let time = settings.start, time >= duration {
      throw ValidationError("--start: \(start) lies past the end, \(duration.text) s")
    }
    return settings
  }
}

extension FollowedComposition {
  /// Plays each new version.
  fileprivate func play(on player: Player, _ keyboard: Keyboard) async {
    await run { change in
      keyboard.clearStatus()
      switch change {
      case .composition(let composition, let reloadsMedia, let warnings):
        for warning in warnings { tell(warning) }
        player.replace(with: composition, reloadingMedia: reloadsMedia)
      case .faults(let faults): for fault in faults { tell(fault) }
      }
    }
  }
}

extension Player {
  fileprivate func obey(_ key: Key) {
    switch key {
    case .togglePause: togglePause()
    case .pause: pause()
    case .quit: stop()
    case .mute: toggleMute()
    case .home: requestSeek(to: .zero)
    case .end: seekToEnd()
    case .slower: multiplyRate(by: 0.5)
    case .faster: multiplyRate(by: 2)
    case .forward: shuttle(.forward)
    case .backward: shuttle(.backward)
    case .timeline: toggleTimeline()
    case .frames(let count): step(by: count)
    case .seconds(let count): skip(by: MediaTime(Int64(count)))
    }
  }
}
