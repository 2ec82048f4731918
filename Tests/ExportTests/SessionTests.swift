import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import Synchronization
import TestSupport
import Testing

/// The reports of a session, and its cancellation.
@Suite(.serialized) struct SessionTests {
  @Test func `progress never decreases and ends at 1`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 10)
    let session = ExportSession(composition)
    #expect(session.status == .unknown)
    async let end: Void = session.export(to: folder.file("film.mp4").path, as: .mp4)
    var fractions: [Double] = [], last: ExportProgress?
    for await state in session.states(updateInterval: .zero) {
      guard case .exporting(let progress) = state else { continue }
      fractions.append(progress.fractionCompleted)
      last = progress
    }
    try await end
    #expect(session.status == .completed)
    #expect(fractions == fractions.sorted())
    #expect(fractions.last == 1)
    #expect(last?.time == MediaTime(30))
    #expect(last?.framesRendered == 900)
    #expect(last?.timeLeft == .zero)
    let size = try Data(contentsOf: folder.file("film.mp4")).count
    #expect(last?.bytesWritten == Int64(size))
  }

  @Test func `a session exports once`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = ExportSession(try await Edit.twoSeconds())
    try await session.export(to: folder.file("a.mp4").path, as: .mp4)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("b.mp4").path, as: .mp4)
    }
    #expect(error?.code == .alreadyStarted)
    #expect(session.status == .completed)
    #expect(try folder.names() == ["a.mp4"])
    // A late observer gets the final state at once.
    var states = 0
    for await _ in session.states() { states += 1 }
    #expect(states == 1)
  }

  @Test func `a cancelled export leaves no new files and keeps the old one`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try Data("old".utf8).write(to: file)
    let composition = try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 200)
    var settings = ExportSession.Settings()
    settings.overwrites = true
    let session = ExportSession(composition, settings: settings)
    let task = Task { try await session.export(to: file.path, as: .mp4) }
    for await case .exporting(let progress) in session.states() where progress.time > .zero {
      break
    }
    #expect(try folder.names().count == 2)
    task.cancel()
    await #expect(throws: ExportError(.cancelled, "the export was cancelled")) {
      try await task.value
    }
    #expect(session.status == .cancelled)
    #expect(try folder.names() == ["film.mp4"])
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
  }

  @Test func `sessions beyond the limit wait, and can be cancelled while waiting`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 200)
    try await ConcurrencyLimit.with(1) {
      let long = ExportSession(composition)
      let running = Task { try await long.export(to: folder.file("a.mp4").path, as: .mp4) }
      for await case .exporting in long.states() { break }
      let short = ExportSession(try await Edit.twoSeconds()), third = ExportSession(composition)
      let waiting = Task { try await short.export(to: folder.file("b.mp4").path, as: .mp4) }
      let leaving = Task { try await third.export(to: folder.file("c.mp4").path, as: .mp4) }
      for await state in short.states() where state == .waiting { break }
      for await state in third.states() where state == .waiting { break }
      #expect(short.status == .waiting)
      leaving.cancel()
      await #expect(throws: ExportError.self) { try await leaving.value }
      #expect(third.status == .cancelled)
      running.cancel()
      try await waiting.value
      #expect(short.status == .completed)
    }
    #expect(try folder.names() == ["b.mp4"])
  }

  @Test func `media beyond the size limit are left out with a warning`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 20)
    var settings = ExportSession.Settings()
    settings.fileLengthLimit = 400_000
    let warnings = Collector<Warning>()
    let session = ExportSession(composition, settings: settings, onWarning: warnings.add)
    let file = folder.file("film.mp4")
    try await session.export(to: file.path, as: .mp4)
    #expect(try Data(contentsOf: file).count < 420_000)
    #expect(try Data(contentsOf: file).count > 200_000)
    let frames = try await RawVideo.read(file).frameNumbers()
    #expect(frames.count > 30)
    #expect(Array(frames.prefix(30)) == Array(0..<30))
    #expect(warnings.elements.contains { $0.kind == .shortened })
  }

  @Test func `the size limit also applies to files without a muxer`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.composition(
      of: TestMedia(.wav, video: nil, audio: .init(codec: .pcm, sound: .ticks)),
      TimeRange(start: .zero, duration: MediaTime(1)), [.audio], times: 30)
    var sizes: [Int] = []
    for (index, limit) in [nil, Int64(60_000)].enumerated() {
      var settings = ExportSession.Settings()
      settings.fileLengthLimit = limit
      let file = folder.file("\(index).flac")
      try await ExportSession(composition, settings: settings).export(to: file.path, as: .flac)
      sizes.append(try Data(contentsOf: file).count)
    }
    #expect(sizes[0] > 120_000)
    #expect(sizes[1] < 70_000)
  }

  @Test func `the estimates are of the right order`() async throws {
    let composition = try await Edit.twoSeconds(width: 640, height: 360)
    let session = ExportSession(composition)
    #expect(try await session.estimatedMaximumDuration == MediaTime(2))
    // Uncompressed sound has one size only.
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let estimate = try await session.estimatedOutputFileLength(as: .wav)
    try await session.export(to: folder.file("a.wav").path, as: .wav)
    let size = try Data(contentsOf: folder.file("a.wav")).count
    #expect((size * 98 / 100...size * 102 / 100).contains(Int(estimate)))

    func bytes(_ change: (inout EncodingOptions) -> Void) async throws -> Int64 {
      var settings = ExportSession.Settings()
      change(&settings.encoding)
      return try await ExportSession(composition, settings: settings)
        .estimatedOutputFileLength(as: .mp4)
    }
    #expect(
      try await bytes { $0.videoQuality = 0.8 } == 2 * bytes { $0.videoQuality = 0.5 }
        - 48_000)
    #expect(try await bytes { $0.videoBitrate = 4_000_000 } == 1_048_000)
  }

  @Test func `faults of a composition are reported before writing`() async throws {
    var composition = try await Edit.twoSeconds()
    composition.assets[0].location = "/nonexistent/a.mov"
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = ExportSession(composition)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.faults.map(\.path) == [["assets", "0"]])
    #expect(try folder.names() == [])
  }
}
