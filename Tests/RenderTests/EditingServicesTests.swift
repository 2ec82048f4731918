import Foundation
import TestSupport
import Testing

/// GES with `layermixer` in place of `compositor`.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ges-launch-1.0"),
    "no ges-launch-1.0: the package gstreamer1.0-tools"))
struct EditingServicesTests {
  /// The frames of a timeline, which GES renders with a mixer.
  private func frames(_ timeline: String, _ mixer: String) async throws -> RawVideo {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var environment = TestedPackage.pluginEnvironment(registry: folder.file("registry"))
    environment["GST_PLUGIN_FEATURE_RANK"] = "\(mixer):MAX"
    try await ChildProcess(
      "ges-launch-1.0",
      [
        "--no-interactive", "-o", "film.mkv", "--format",
        "video/x-matroska:video/x-raw,format=I420",
        "--track-types", "video", "--video-caps",
        "video/x-raw,width=1280,height=720,framerate=10/1",
      ] + timeline.split(separator: " ").map(String.init),
      environment: environment, directory: folder.url, timeout: .seconds(120)
    ).check()
    return try await RawVideo.read(folder.file("film.mkv"))
  }

  /// Clips have the size of the picture, so that no mixer scales, and one colour, because `compositor` mixes R′G′B′ here.
  @Test(arguments: [
    "+test-clip red duration=0.8 layer=0 set-alpha 0.5 set-posx 200 set-posy 100 "
      + "+test-clip blue duration=0.8 layer=1",
    "+test-clip red duration=0.8 layer=0 set-alpha 0.4",
    "+test-clip red start=0 duration=1.0 layer=0 +test-clip blue start=0.4 duration=1.0 layer=0",
  ])
  func `positions, opacities and transitions are those of compositor`(timeline: String)
    async throws
  {
    let theirs = try await frames(timeline, "compositor")
    let ours = try await frames(timeline, "layermixer")
    #expect(ours.count >= 8)
    #expect(ours.count == theirs.count)
    for index in 0..<min(ours.count, theirs.count) {
      let differences = zip(ours[index].bytes, theirs[index].bytes).map {
        abs(Int($0) - Int($1))
      }
      #expect(differences.max().map { $0 <= 2 } == true, "frame \(index)")
    }
  }
}
