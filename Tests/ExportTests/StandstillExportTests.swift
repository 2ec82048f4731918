import Cutaway
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayModel
import CutawayTime
import Foundation
import Synchronization
import TestSupport
import Testing

/// Passes frames on for a second, then blocks in one until the tests end.
private struct Stall: VideoFilter {
  static let name = "teststall"
  static let summary = "Stays in the frame at one second"

  func apply(to frame: inout VideoFrame) throws(ElementError) {
    if frame.time < .seconds(1) { return }
    staying.add(1, ordering: .relaxed)
    Thread.sleep(forTimeInterval: 3600)
  }
}

/// The number of blocked threads.
private let staying = Atomic(0)

private let plugin = Plugin(
  "exporttest", "Elements of the tests of exports", elements: .filter(Stall.self))

private let isRegistered = plugin.register()

/// Exports through an effect that blocks forever.
///
/// A pipeline counts as stalled after 20 s, or after 160 s in a process that computes all the time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandstillExportTests {
  init() throws { try #require(isRegistered) }

  private func composition() async throws -> Composition {
    var composition = try await Edit.twoSeconds([.video])
    composition.tracks[0].effects = [Effect(element: "teststall")]
    return composition
  }

  @Test func `a stalled export is an error with the effect and the time`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await composition()
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(composition).export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .failed)
    let parts = error?.message.split(separator: ": ") ?? []
    #expect(parts.first?.contains("teststall") == true)
    // The blocked frame, or one of those queued after it.
    let time = parts.last.flatMap { $0.split(separator: " ").dropLast().last }.flatMap {
      Double($0)
    }
    #expect(time.map { (1...1.5).contains($0) } == true, "\(error?.message ?? "")")
    #expect(try folder.names() == [])
  }

  @Test func `a stalled export can be cancelled`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = ExportSession(try await composition())
    let path = folder.file("film.mp4").path
    let before = staying.load(ordering: .relaxed)
    let export = Task { try await session.export(to: path, as: .mp4) }
    while staying.load(ordering: .relaxed) == before {
      try await Task.sleep(for: .milliseconds(20))
    }
    export.cancel()
    let error = await #expect(throws: ExportError.self) { try await export.value }
    #expect(error?.code == .cancelled)
    #expect(try folder.names() == [])
  }
}
