import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Names of an image sequence, of which one exists.
@Suite(.serialized) struct SequenceTests {
  private func composition(times: Int) async throws -> Composition {
    try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 64, height: 36, frameCount: 30)),
      TimeRange(start: .zero, duration: MediaTime(1)), [.video], times: times)
  }

  @Test(arguments: ["f-0059.png", "f-0000.png"])
  func `an existing name is an error before rendering`(name: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data("old".utf8).write(to: folder.file(name))
    let session = ExportSession(try await composition(times: 2))
    async let error = #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("f-%04d.png").path, as: .png)
    }
    var rendered: [MediaTime] = []
    for await state in session.states(updateInterval: .zero) {
      if case .exporting(let progress) = state, progress.time > .zero {
        rendered.append(progress.time)
      }
    }
    #expect(await error?.code == .outputExists)
    #expect(await error?.message.contains(name) == true)
    #expect(rendered.isEmpty)
    #expect(try folder.names() == [name])
  }

  @Test func `a file numbered after the last frame does not matter`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data("old".utf8).write(to: folder.file("f-60.png"))
    try await ExportSession(try await composition(times: 2))
      .export(to: folder.file("f-%d.png").path, as: .png)
    #expect(try folder.names().count == 61)
  }

  @Test func `if another program takes a name meanwhile, no image remains`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let last = folder.file("f-0059.png")
    var composition = try await composition(times: 2)
    composition.tracks[0].effects = [
      try Interference.effect(on: .video) { try? Data("new".utf8).write(to: last) }
    ]
    let session = ExportSession(composition)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("f-%04d.png").path, as: .png)
    }
    #expect(error?.code == .outputExists)
    #expect(try folder.names() == ["f-0059.png"])
    #expect(try String(contentsOf: last, encoding: .utf8) == "new")
  }
}
