import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The errors of exports whose sources fail while they are read: which asset failed, when, and why.
@Suite(.serialized) struct FailingSourceTests {
  private static let media = TestMedia(
    .mkv, video: .init(codec: .ffv1, width: 160, height: 90, frameCount: 60),
    audio: .init(codec: .flac))

  /// A composition whose second asset plays from 1 s on, and the file of that asset.
  private func composition(
    in folder: TemporaryDirectory, _ type: Track.MediaType
  ) async throws -> (Composition, URL) {
    let source = try await Self.media.file(), copy = folder.file("b.mkv")
    try FileManager.default.copyItem(at: source, to: copy)
    let first = TimeRange(start: .zero, duration: MediaTime(1))
    let second = TimeRange(start: MediaTime(1, over: 2), duration: MediaTime(1))
    let track = try Track(
      id: "t", mediaType: type,
      segments: [
        Segment(target: first, media: .init(asset: "a", source: first)),
        Segment(
          target: TimeRange(start: MediaTime(1), duration: MediaTime(1)),
          media: .init(asset: "b", source: second)),
      ])
    return (
      Composition(
        assets: [Asset(id: "a", location: source.path), Asset(id: "b", location: copy.path)],
        tracks: [track]), copy
    )
  }

  @Test(arguments: [Track.MediaType.video, .audio], ["rendered", "several", "planned"])
  func `a file that vanishes after it was opened is a fault of its asset`(
    type: Track.MediaType, way: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (composition, file) = try await composition(in: folder, type)
    let resolved = try await composition.prepared()
    try FileManager.default.removeItem(at: file)
    let session = ExportSession(resolved)
    let film = folder.file("film.mkv").path
    let error = await #expect(throws: ExportError.self) {
      switch way {
      case "planned": _ = try await session.renderPlan(as: .mkv)
      case "several":
        try await session.export(to: [
          .init(film, as: .mkv), .init(folder.file("film.mp4").path, as: .mp4),
        ])
      default: try await session.export(to: film, as: .mkv)
      }
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.faults.map(\.path) == [["assets", "1"]])
    #expect(error?.message.lowercased().contains("no such file") == true, "\(error?.message ?? "")")
    #expect(error?.details?.contains(".swift") != true)
    if way != "planned" {
      let time = try #require(error?.faults.first?.time)
      // Sound is gathered into blocks.
      #expect(time >= MediaTime(9, over: 10) && time <= MediaTime(1))
    }
  }
}
