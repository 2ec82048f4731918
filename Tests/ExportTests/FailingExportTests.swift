import Cutaway
import CutawayGraph
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// What is left when an export comes to nothing.
@Suite(.serialized) struct FailingExportTests {
  @Test func `a failed export leaves no files`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // A file whose end is missing: the header promises more than there is.
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
    // Gone between the look and the export.
    try FileManager.default.removeItem(at: source)
    await #expect(throws: (any Error).self) {
      try await ExportSession(resolved).export(to: folder.file("film.mp4").path, as: .mp4)
    }
    // Damaged: an error or a film, but in bounded time and never a part of one.
    try damaged.write(to: source)
    _ = try? await ExportSession(resolved).export(to: folder.file("film.mp4").path, as: .mp4)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names).isSubset(of: ["a.mkv", "film.mp4"]))
  }
}
