import ArgumentParser
import Composition
import CompositionFile
import Cutaway
import Foundation
import MediaTime
import Translation

struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Previews a composition in a window, with sound.",
    discussion: """
      Keys: space pauses and goes on, left and right 5 s, comma and period one frame, home and end, \
      [ and ] (or j and l) slower and faster, k pauses, m mutes, q ends.

      Example:
        cutaway play edit.yaml --start 10
        cutaway play edit.yaml --watch --loop
        cutaway play edit.yaml --video-sink "videoconvert ! cacasink" --mute
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @OptionGroup var sinks: SinkOptions
  @Option(help: "Where to start.")
  var start = "0"
  @Option(help: "The part to play: START,END.")
  var range: String?
  @Option(help: "How fast: 2 is twice as fast. Sound keeps its pitch.")
  var rate = 1.0
  @Option(help: "A part of the picture's size, for slow machines: 1/2.")
  var scale: String?
  @Flag(help: "Starts again at the end.")
  var loop = false
  @Flag(help: "Plays without sound.")
  var mute = false
  @Flag(help: "Plays what the file says as soon as it is saved; an invalid one changes nothing.")
  var watch = false

  func validate() throws {
    if !(rate > 0 && rate <= 32) { throw ValidationError("--rate: expected more than 0, up to 32") }
    if let scale, MediaTime(scale).map({ $0 > .zero && $0 <= MediaTime(1) }) != true {
      throw ValidationError("--scale: '\(scale)' is not a part such as 1/2")
    }
    if watch, input.file == "-" {
      throw ValidationError("--watch: standard input cannot be watched")
    }
  }

  func run() async throws {
    let options = self
    try await reportingFailures { try await options.play() }
  }

  /// Some of the sinks that autovideosink tries crash where there is nothing to show a window on.
  private func checkDisplay() throws {
    let environment = ProcessInfo.processInfo.environment
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    if sinks.videoSink == "autovideosink", !hasDisplay {
      throw fail(
        """
        error: there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); \
        give --video-sink another sink, such as "videoconvert ! cacasink" or fakesink, or use \
        cutaway frame or cutaway export
        """, Exit.failed)
    }
  }

  private func play() async throws {
    try checkDisplay()
    let document = try input.read()
    let composition = try await resolved(document)
    var output = sinks.output
    if mute { output.audioSink = nil }
    let player = Player(composition, output: output, settings: try playerSettings(composition))
    let keyboard = Keyboard()
    defer { keyboard.restore() }
    let helpers = [
      Task { for await key in keyboard.keys { player.obey(key) } },
      Task { if watch { await follow(document, player, keyboard) } },
    ]
    defer { for helper in helpers { helper.cancel() } }
    try await player.run { event in
      switch event {
      case .warning(let message):
        keyboard.clearStatus()
        tell("warning: \(message)")
      case .replacementFailed(let message):
        keyboard.clearStatus()
        tell("error: \(message)")
      case .status(let status): keyboard.show(status)
      case .seekCompleted, .replaced: break
      }
    }
  }

  private func resolved(_ document: CompositionDocument) async throws -> ResolvedComposition {
    let factor = scale.flatMap { MediaTime($0) } ?? MediaTime(1)
    return try await document.resolved(
      changing: { $0.render.scale = $0.render.scale * factor }, onMissing: missing.onMissing)
  }

  private func playerSettings(_ composition: ResolvedComposition) throws -> Player.Settings {
    var settings = Player.Settings()
    settings.range = try range.map {
      try parseRange($0, frameDuration: composition.frameDuration)
    }
    settings.start = try parseTime(
      start, frameDuration: composition.frameDuration, option: "--start")
    settings.rate = rate
    settings.loops = loop || watch
    settings.onMissing = missing.onMissing
    let duration: MediaTime
    do throws(TranslationError) {
      duration = try Translation(composition, range: settings.range).duration
    } catch {
      throw ValidationError("--range: \(error.faults.map(\.error.message).joined(separator: ", "))")
    }
    guard settings.start < duration else {
      throw ValidationError("--start: \(start) lies past the end, \(duration.seconds) s")
    }
    return settings
  }

  /// Plays what the file says whenever it or its media change.
  private func follow(
    _ first: CompositionDocument, _ player: Player, _ keyboard: Keyboard
  ) async {
    let watcher = FileWatcher([input.file] + first.composition.watchedFiles)
    for await _ in watcher.changes {
      // What is wrong has been told, with its place.
      guard let document = try? input.read(reportingTo: keyboard) else { continue }
      watcher.watch([input.file] + document.composition.watchedFiles)
      if let composition = try? await resolved(document) { player.replace(with: composition) }
    }
  }
}

extension CompositionInput {
  /// Reads the file; what is wrong with it is told.
  fileprivate func read(reportingTo keyboard: Keyboard) throws -> CompositionDocument {
    keyboard.clearStatus()
    do {
      return try read()
    } catch let error as CompositionFileError {
      tell("\(error)")
      throw error
    }
  }
}

extension Composition {
  /// The media that are files here.
  fileprivate var watchedFiles: [String] {
    assets.map(\.location).filter { $0.hasPrefix("/") || !$0.contains(":") }
  }
}

extension Player {
  fileprivate func obey(_ key: Key) {
    switch key {
    case .togglePause: togglePause()
    case .pause: pause()
    case .quit: stop()
    case .mute: toggleMute()
    case .home: seek(to: .zero)
    case .end: seekToEnd()
    case .slower: multiplyRate(by: 0.5)
    case .faster: multiplyRate(by: 2)
    case .frames(let count): step(by: count)
    case .seconds(let count): skip(by: MediaTime(Int64(count)))
    }
  }
}
