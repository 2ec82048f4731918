import Foundation
import TestSupport
import Testing

/// Playback without a display or a sound device.
@Suite struct DisplayTests {
  private func play(_ options: String..., types: [String]) async throws -> ChildProcess.Outcome {
    let media = TestMedia(
      .mkv, video: .init(codec: .ffv1, width: 160, height: 90),
      audio: types.contains("audio") ? .init() : nil)
    let command = try Command(showing: try await media.file().path, types: types)
    defer { command.folder.remove() }
    return try await ChildProcess(
      Command.path, ["play", "edit.yaml"] + options,
      environment: [
        "DISPLAY": ":4095", "WAYLAND_DISPLAY": nil, "PULSE_SERVER": "unix:/nonexistent",
        "ALSA_CONFIG_PATH": "/nonexistent",
      ], directory: command.folder.url
    ).run()
  }

  @Test(arguments: [["video"], ["video", "audio"]])
  func `an unusable display is an error that names it, without other output`(
    types: [String]
  ) async throws {
    let outcome = try await play(types: types)
    #expect(outcome.status == .exited(1))
    let lines = outcome.errorText.split(separator: "\n")
    #expect(lines.count == 1, "\(outcome.errorText)")
    #expect(lines.first?.hasPrefix("error: cannot open a window on the display") == true)
    #expect(outcome.errorText.contains("DISPLAY is ':4095'"))
  }

  @Test func `an error names a failing sink as the user gave it`() async throws {
    let outcome = try await play("--video-sink", "ximagesink", "--mute", types: ["video"])
    #expect(outcome.status != .exited(0))
    #expect(outcome.errorText.hasPrefix("error: --video-sink ximagesink: "), "\(outcome.errorText)")
  }

  @Test func `an audio-only composition without a device is an error`() async throws {
    let outcome = try await play(types: ["audio"])
    #expect(outcome.status == .exited(1))
    #expect(outcome.errorText.hasPrefix("error: cannot open a sound device"))
    #expect(outcome.errorText.split(separator: "\n").count == 1, "\(outcome.errorText)")
  }

  @Test func `video plays without an audio device`() async throws {
    let outcome = try await play("--video-sink", "fakesink", types: ["video", "audio"])
    #expect(outcome.status == .exited(0))
    #expect(
      outcome.errorText == "warning: cannot open a sound device: playing without sound\n")
  }
}
