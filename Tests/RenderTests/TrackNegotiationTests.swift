import Foundation
import TestSupport
import Testing

/// `tracksrc` before elements that accept some formats only.
@Suite struct TrackNegotiationTests {
  private static let media = TestMedia(
    video: .init(width: 64, height: 32, frameCount: 60), audio: .init())

  /// What a launch line writes into a file.
  private func output(of line: String) async throws -> Data {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = try await Self.media.file()
    try await GStreamerLaunch.run(
      ["tracksrc", "segments=0..1=\(film.path)@0.5..1.5"]
        + line.split(separator: " ").map(String.init) + ["!", "filesink", "location=output"],
      environment: TestedPackage.pluginEnvironment(registry: folder.file("registry")),
      directory: folder.url)
    return try Data(contentsOf: folder.file("output"))
  }

  @Test(arguments: [
    ("! video/x-raw,framerate=24/1", "frame-duration=1/24"),
    ("! video/x-raw,framerate=[1/1,25/2]", "frame-duration=2/25"),
    ("! video/x-raw,format=I420_10LE", "bit-depth=10"),
    ("bit-depth=10 ! video/x-raw,format=I420,framerate=60/1", "frame-duration=1/60"),
    (
      "media=audio ! audio/x-raw,rate=44100,channels=1", "media=audio sample-rate=44100 channels=1"
    ),
    (
      "media=audio sample-rate=96000 ! audio/x-raw,rate=[8000,32000]",
      "media=audio sample-rate=32000"
    ),
    ("! videoconvert ! video/x-raw,format=I420", ""),
  ])
  func `the format follows what downstream accepts`(line: String, properties: String) async throws {
    let followed = try await output(of: line)
    #expect(!followed.isEmpty)
    #expect(try await followed == output(of: properties))
  }

  @Test(arguments: [
    ("! video/x-raw,width=32", "width=(int)32; pixelconvert and videoscale convert it"),
    ("! video/x-raw,format=AYUV,framerate=25/1", "downstream does not accept video/x-raw"),
  ])
  func `a format that cannot follow is stated`(line: String, message: String) async throws {
    let failure = await #expect(throws: ChildProcess.Failure.self) {
      try await output(of: line)
    }
    #expect("\(String(describing: failure))".contains(message))
  }
}
