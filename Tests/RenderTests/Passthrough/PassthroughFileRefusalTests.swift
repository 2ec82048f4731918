import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Reasons against a copy that only the packets show.
@Suite(.serialized) struct PassthroughFileRefusalTests {
  private static func film(_ size: (Int, Int) = (320, 180), openGOP: Bool = false) async throws
    -> URL
  {
    try await FFmpegMedia(
      "mp4",
      ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "3"]
        + ["-x264-params", "keyint=30:scenecut=0:b-adapt=0:open-gop=\(openGOP ? 1 : 0)"],
      video: .init(width: size.0, height: size.1, frameCount: 90)
    ).file()
  }

  private func faults(_ parts: [(URL, TimeRange)]) async throws -> [Composition.Fault] {
    try await passthroughPlan(of: try sequence(parts.map { (file: $0.0, range: $0.1) }, [.video]))
      .faults
  }

  @Test func `the error of a cut between key frames names the nearest ones`() async throws {
    let range = TimeRange(start: MediaTime(3, over: 2), end: MediaTime(3))
    let found = try await faults([(try await Self.film(), range)])
    #expect(found.map(\.path) == [["tracks", "0", "segments", "0", "source"]])
    #expect(found.first?.error.message.contains("1 s and 2 s") == true, "\(found)")
  }

  @Test func `a copy does not end between a frame and one that it needs`() async throws {
    // Frames 1 to 3 of a group are B-frames that refer to frame 4.
    let range = TimeRange(start: .zero, end: MediaTime(1) + MediaTime(2, over: 30))
    let found = try await faults([(try await Self.film(), range)])
    #expect(found.map(\.path) == [["tracks", "0", "segments", "0", "source"]])
    #expect(found.first?.error.message.contains("but earlier frames need") == true)
  }

  @Test func `the end of an open GOP is not a valid end of a copy`() async throws {
    let found = try await faults([(try await Self.film(openGOP: true), seconds(0, 1))])
    #expect(found.count == 1)
  }

  @Test func `sources with different encodings cannot be joined`() async throws {
    let found = try await faults([
      (try await Self.film(), seconds(0, 3)), (try await Self.film((160, 90)), seconds(0, 3)),
    ])
    #expect(found.map(\.path).contains(["tracks", "0", "segments", "1"]))
    #expect(found.contains { $0.error.message.contains("width") })
  }

  @Test func `all reasons are reported at once`() async throws {
    let odd = TimeRange(start: MediaTime(3, over: 2), end: MediaTime(3))
    let found = try await faults([
      (try await Self.film(), odd), (try await Self.film((160, 90)), odd),
    ])
    #expect(found.filter { $0.path.last == "source" }.count == 2)
    #expect(found.contains { $0.error.message.contains("width") })
  }

  @Test func `an error names a container that does not accept the codec`() async throws {
    let plan = try await passthroughPlan(
      of: try sequence([(try await Self.film(), seconds(0, 3))], [.video]))
    let error = #expect(throws: TranslationError.self) {
      try plan.graph(to: "webmmux", path: "x.webm")
    }
    #expect(error?.faults.first?.path == ["export", "fileType"])
    #expect(error?.description.contains("video/x-h264") == true)
  }

  @Test func `a file that is not media is an error`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("junk.mp4")
    try Data("nothing here".utf8).write(to: file)
    let description = MediaDescription(
      duration: MediaTime(1),
      videoTracks: [
        .init(size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30))
      ])
    let resolved = try ResolvedComposition(
      try sequence([(file, seconds(0, 1))], [.video]), media: ["0": description])
    #expect(PassthroughPlan(resolved).faults.isEmpty)
    let plan = await PassthroughPlan.inspecting(resolved)
    #expect(plan.faults.first?.path == ["tracks", "0", "segments", "0"])
  }
}
