import CutawayTime
import Foundation
import TestSupport

/// Movies to finish.
///
/// Each is a copy that a test may change.
enum Movies {
  /// A second of video and audio.
  static func film(
    _ container: TestMedia.Container = .mp4, codec: TestMedia.VideoCodec = .h264,
    in folder: TemporaryDirectory
  ) async throws -> URL {
    try await copy(
      TestMedia(
        container, video: .init(codec: codec, width: 160, height: 96, frameCount: 30),
        audio: .init()
      ).file(), in: folder)
  }

  /// A second of sound.
  static func sound(in folder: TemporaryDirectory) async throws -> URL {
    try await copy(TestMedia(.m4a, video: nil, audio: .init()).file(), in: folder)
  }

  /// A movie in fragments of a fifth of a second.
  static func fragments(in folder: TemporaryDirectory) async throws -> URL {
    let source = try await film(in: folder)
    let url = folder.file("fragments.mp4")
    try await GStreamerLaunch.run(
      ["filesrc", "location=\(source.path)", "!", "qtdemux", "name=d"]
        + ["mp4mux", "fragment-duration=200", "name=m", "!"]
        + ["filesink", "location=\(url.path)"]
        + ["d.video_0", "!", "queue", "!", "h264parse", "!", "m."]
        + ["d.audio_0", "!", "queue", "!", "aacparse", "!", "m."])
    return url
  }

  private static func copy(_ file: URL, in folder: TemporaryDirectory) throws -> URL {
    let url = folder.file("film.\(file.pathExtension)")
    try FileManager.default.copyItem(at: file, to: url)
    return url
  }

  /// The packets of a stream as GStreamer demuxes them, one after the other, and the time when each
  /// is shown.
  static func packets(_ stream: String, of file: URL) async throws -> (Data, [String]) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let outcome = try await GStreamerLaunch.run(
      ["filesrc", "location=\(file.path)", "!", "qtdemux", "name=d", "d.\(stream)_0", "!"]
        + ["identity", "name=probe", "silent=false", "!"]
        + ["filesink", "location=\(folder.file("packets").path)"], options: ["-v"])
    let times = outcome.outputText.split(separator: "\n").filter {
      $0.contains("last-message = chain")
    }
    .map { line in
      line.split(separator: ",").filter { part in
        ["dts", "pts", "duration"].contains { part.contains("\($0): ") }
      }.joined()
    }
    return (try Data(contentsOf: folder.file("packets")), times)
  }

  /// The tags of a file as `gst-launch-1.0` prints them.
  static func tags(of file: URL) async throws -> String {
    try await GStreamerLaunch.run(
      ["filesrc", "location=\(file.path)", "!", "qtdemux", "name=d", "d.", "!", "fakesink"],
      options: ["-t"]
    ).outputText
  }
}
