import ArgumentParser
import Cutaway
import Foundation
import GStreamer
import MediaTime
import Translation

struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Previews a composition in a window, with sound.",
    discussion: """
      Keys: space pauses and goes on, left and right 5 s, comma and period one frame, home and end, \
      q ends.

      Example:
        cutaway play edit.yaml --start 10
        cutaway play edit.yaml --video-sink "videoconvert ! cacasink" --mute
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @OptionGroup var sinks: SinkOptions
  @Option(help: "Where to start.")
  var start = "0"
  @Option(help: "The part to play: START,END.")
  var range: String?
  @Option(help: "How fast: 2 is twice as fast.")
  var rate = 1.0
  @Flag(help: "Starts again at the end.")
  var loop = false
  @Flag(help: "Plays without sound.")
  var mute = false

  func validate() throws {
    if !(rate > 0 && rate <= 32) { throw ValidationError("--rate: expected more than 0, up to 32") }
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
    let resolved = try await input.read().resolved(onMissing: missing.onMissing)
    let part = try range.map { try parseRange($0, frameDuration: resolved.frameDuration) }
    let beginning = try parseTime(
      start, frameDuration: resolved.frameDuration, option: "--start")
    let translation = try Translation(resolved, range: part, onMissing: missing.onMissing)
    guard beginning < translation.duration else {
      throw ValidationError(
        "--start: \(start) lies past the end, \(translation.duration.seconds) s")
    }
    var output = sinks.output
    if mute { output.audioSink = nil }
    let player = Player(translation, output: output)
    let keyboard = Keyboard()
    defer { keyboard.restore() }
    try await player.play(
      from: beginning, rate: rate, loops: loop, commands: keyboard.commands
    ) { event in
      switch event {
      case .warning(let message): tell("warning: \(message)")
      case .position(let position, let isPlaying):
        keyboard.showStatus(position, of: translation.duration, isPlaying: isPlaying)
      }
    }
  }
}
