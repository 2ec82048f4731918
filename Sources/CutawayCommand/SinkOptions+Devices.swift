import CutawayGraph
import CutawayModel
import CutawayRuntime
import Foundation
import Glibc

extension SinkOptions {
  /// The sinks for a composition, with automatic ones replaced by what can be opened here.
  ///
  /// An automatic sink that finds nothing shows nothing and says it has: so they are tried first.
  ///
  /// - Parameters:
  ///   - composition: What is to be played.
  ///   - isMuted: Whether it is to be played without sound.
  ///   - mayChange: Whether what is played may become another composition.
  /// - Returns: The sinks; no sound where there is no device for it, with a warning.
  /// - Throws: `ExitCode` where nothing could be seen or heard, after telling why.
  func output(for composition: Composition, isMuted: Bool, mayChange: Bool) throws -> SinkOutput {
    var output = output
    let kinds = Set(composition.tracks.map(\.mediaType))
    if output.videoSink == "autovideosink", kinds.contains(.video) || mayChange {
      output.videoSink = try displaySink()
    }
    if isMuted { output.audioSink = nil }
    guard output.audioSink == "autoaudiosink", kinds.contains(.audio) || mayChange else {
      return output
    }
    output.audioSink = withoutStandardError { AutomaticSinks.choice(of: "autoaudiosink") }
    if output.audioSink == nil {
      let words = "no sound device can be opened"
      if !kinds.contains(.video), !mayChange {
        throw fail(
          "error: \(words); give --audio-sink another sink, or use cutaway export", Exit.failed)
      }
      tell("warning: \(words): the sound is not played")
    }
    return output
  }

  /// The error of a sink by what it was asked for as, not by its name in the graph.
  func naming(_ error: PipelineError, in output: SinkOutput) -> PipelineError {
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

  /// The sink of a window.
  ///
  /// Some that autovideosink tries crash where there is nothing to open one on.
  private func displaySink() throws -> String {
    let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { name -> String? in
      guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
        return nil
      }
      return "\(name) is '\(value)'"
    }
    let found =
      displays.isEmpty ? nil : withoutStandardError { AutomaticSinks.choice(of: "autovideosink") }
    if let found { return found }
    let cause =
      displays.isEmpty
      ? "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)"
      : "no window can be opened on the display (\(displays.joined(separator: ", ")))"
    throw fail(
      """
      error: \(cause); give --video-sink another sink, such as "videoconvert ! cacasink" or fakesink, \
      or use cutaway frame or cutaway export
      """, Exit.failed)
  }
}

/// Runs what makes libraries write to standard error, of which nothing is to be seen.
private func withoutStandardError<Result>(_ body: () -> Result) -> Result {
  let kept = dup(STDERR_FILENO)
  let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
  guard kept >= 0, nowhere >= 0 else { return body() }
  dup2(nowhere, STDERR_FILENO)
  defer {
    dup2(kept, STDERR_FILENO)
    close(kept)
    close(nowhere)
  }
  return body()
}
