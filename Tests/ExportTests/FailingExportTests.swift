import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The files after a failed export.
@Suite(.serialized) struct FailingExportTests {
  @Test func `a failed export leaves no files`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // A truncated file: the header states more data than there are.
    let clip = try Data(
      contentsOf: await TestMedia(.mkv, video: .init(codec: .ffv1, frameCount: 60)).file())
    var damaged = clip
    for index in stride(from: clip.count / 2, to: clip.count, by: 3) { damaged[index] = 0x5A }
    let source = folder.file("a.mkv")
    try clip.write(to: source)
    let range = TimeRange(start: .zero, duration: MediaTime(2))
    let composition = Composition(
      assets: [Asset(id: "a", location: source.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    let resolved = try await composition.prepared()
    // Removed between the probe and the export.
    try FileManager.default.removeItem(at: source)
    await #expect(throws: (any Error).self) {
      try await ExportSession(resolved).export(to: folder.file("film.mp4").path, as: .mp4)
    }
    // A damaged file gives an error or a complete output in bounded time.
    try damaged.write(to: source)
    _ = try? await ExportSession(resolved).export(to: folder.file("film.mp4").path, as: .mp4)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names).isSubset(of: ["a.mkv", "film.mp4"]))
  }
}
