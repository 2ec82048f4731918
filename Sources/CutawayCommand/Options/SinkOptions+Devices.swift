import ArgumentParser
import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawaySystem
import CutawayTranslation
import Foundation

extension SinkOptions {
  /// The sinks for a composition, with automatic sinks replaced by ones that can be opened.
  ///
  /// Without a device, an automatic sink shows nothing but reports success, so the sinks are tried
  /// first.
  ///
  /// - Parameters:
  ///   - composition: The composition to play.
  ///   - isMuted: Whether to play without sound.
  ///   - mayChange: Whether another composition may replace it.
  /// - Returns: The sinks; without an audio device, no audio sink, and a warning.
  /// - Throws: `ExitCode` after a message, if nothing could be seen or heard.
  func output(for composition: Composition, isMuted: Bool, mayChange: Bool) throws -> SinkOutput {
    var output = output
    let kinds = Set(composition.tracks.map(\.mediaType))
    if sink != nil {
      try check(for: composition, isMuted: isMuted)
      return output
    }
    if output.videoSink == "autovideosink", kinds.contains(.video) || mayChange {
      output.videoSink = try displaySink()
    }
    if isMuted { output.audioSink = nil }
    guard output.audioSink == "autoaudiosink", kinds.contains(.audio) || mayChange else {
      return output
    }
    output.audioSink = StandardStream.error.silenced { AutomaticSinks.choice(of: "autoaudiosink") }
    if output.audioSink == nil {
      let words = "cannot open a sound device"
      if !kinds.contains(.video), !mayChange {
        throw fail(
          "error: \(words); choose another sink with --audio-sink, or use cutaway export",
          Exit.failed)
      }
      tell("warning: \(words): playing without sound")
    }
    return output
  }

  /// Checks that a composition has the streams of `--sink`: a muxer waits for a stream that never comes.
  func check(for composition: Composition, isMuted: Bool = false) throws {
    guard sink != nil else { return }
    let kinds = Set(composition.tracks.map(\.mediaType))
    let words = "--sink sends 'audio.'"
    if output.takesAudio, isMuted { throw ValidationError("\(words), but --mute plays no sound") }
    if output.takesAudio, !kinds.contains(.audio) {
      throw ValidationError("\(words), but the composition has no sound")
    }
    if output.takesVideo, !kinds.contains(.video) {
      throw ValidationError("--sink sends 'video.', but the composition has no picture")
    }
  }

  /// The error of a sink, with the name that the user gave instead of the name in the graph.
  func naming(_ error: PipelineError, in output: SinkOutput) -> PipelineError {
    if sink != nil, "\(error.message) \(error.details ?? "")".contains("not-linked") {
      var error = error
      error.element = "--sink"
      error.message = "a part of the description leads nowhere: each needs a sink at its end"
      return error
    }
    let sinks = [
      "video-sink": ("--video-sink", output.videoSink),
      "audio-sink": ("--audio-sink", output.audioSink),
    ]
    guard let element = error.element, case let (option, sink?)? = sinks[element] else {
      return error
    }
    var error = error
    error.element = "\(option) \(sink)"
    return error
  }

  /// The video sink for a window.
  ///
  /// Without a display, some sinks that autovideosink tries crash.
  private func displaySink() throws -> String {
    let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { name -> String? in
      guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
        return nil
      }
      return "\(name) is '\(value)'"
    }
    let found =
      displays.isEmpty
      ? nil : StandardStream.error.silenced { AutomaticSinks.choice(of: "autovideosink") }
    if let found { return found }
    let cause =
      displays.isEmpty
      ? "there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set)"
      : "cannot open a window on the display (\(displays.joined(separator: ", ")))"
    throw fail(
      """
      error: \(cause); choose another sink with --video-sink, such as "videoconvert ! cacasink" or \
      fakesink, or use cutaway frame or cutaway export
      """, Exit.failed)
  }
}
