import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Sixty-four exports at once in one process.
@Suite(.serialized) struct ManyExportsTests {
  private static let count = 64
  /// The number of exports that run at a time; `scripts/check-readers` runs all.
  private static let running =
    ProcessInfo.processInfo.environment["CUTAWAY_EXPORTS"].flatMap { Int($0) } ?? 2

  /// Starts exports, and cancels all after the maximum number of running ones have made progress.
  ///
  /// - Returns: The time until all have ended.
  private func cancelled(
    _ sessions: [ExportSession], in folder: TemporaryDirectory
  ) async throws -> Duration {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, session) in sessions.enumerated() {
        group.addTask {
          await #expect(throws: ExportError(.cancelled, "the export was cancelled")) {
            try await session.export(to: folder.file("\(index).mp4").path, as: .mp4)
          }
        }
      }
      let (reports, reporter) = AsyncStream.makeStream(of: Void.self)
      for session in sessions {
        Task {
          for await case .exporting(let progress) in session.states() where progress.time > .zero {
            break
          }
          reporter.yield()
        }
      }
      var count = 0
      for await _ in reports {
        count += 1
        if count == Self.running { break }
      }
      let start = ContinuousClock.now
      group.cancelAll()
      try await group.waitForAll()
      return ContinuousClock.now - start
    }
  }

  @Test func `running exports make progress, and all end when cancelled`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // Twenty minutes, so that none completes before this test, on a busy machine, notices its
    // start.
    let composition = try await Edit.composition(
      of: TestMedia(.mov, video: .init(frameCount: 90), audio: .init(codec: .pcm)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video, .audio], times: 400)
    let sessions = (0..<Self.count).map { _ in ExportSession(composition) }
    try await ConcurrencyLimit.with(Self.running) {
      let time = try await cancelled(sessions, in: folder)
      // A figure for `scripts/check-readers`. On a busy machine it means nothing.
      print("\(Self.count) exports ended \(time) after they were cancelled")
    }
    #expect(sessions.allSatisfy { $0.status == .cancelled })
    #expect(try folder.names() == [])
  }
}
