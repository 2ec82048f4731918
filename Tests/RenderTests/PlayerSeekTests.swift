import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Seeks with tolerance.
@Suite(.serialized) struct PlayerSeekTests {
  private let studio = PlayerStudio()
  private static let tick = MediaTime(1, over: 30)

  /// Four seconds of a clip with a key frame each second.
  private func composition() async throws -> ResolvedComposition {
    let file = try await TestMedia(
      video: .init(codec: .h264, frameCount: 150, keyFrameInterval: 30, clip: 7)
    ).file()
    let source = TimeRange(start: Self.tick * 15, duration: MediaTime(4))
    let track = try Track(
      id: "v", mediaType: .video,
      segments: [
        Segment(
          target: TimeRange(start: .zero, duration: MediaTime(4)),
          media: .init(asset: "a", source: source))
      ])
    return try await Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: Self.tick),
      assets: [Asset(id: "a", location: file.path)], tracks: [track]
    ).prepared()
  }

  /// The requested frame, its tolerances before and after, and the shown frame, in frames of the
  /// output.
  ///
  /// Key frames are shown at 15, 45, 75 and 105.
  private static let cases: [(time: Int, before: Int, after: Int, shown: Int)] = [
    (50, 10, 0, 45), (50, 0, 30, 75), (50, 30, 30, 45), (65, 30, 30, 75), (50, 2, 2, 50),
    (50, 0, 0, 50), (75, 0, 20, 75), (112, 10, 100, 105), (3, 100, 5, 3), (14, 100, 5, 15),
  ]

  @Test func `a seek with tolerance goes to the nearest key frame within it`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let reached = Mutex<[MediaTime]>([])
    let player = studio.player(try await composition(), in: folder) { $0.isPaused = true }
    let run = Task {
      try await player.run { event in
        if case .seekCompleted(let time) = event { reached.withLock { $0.append(time) } }
      }
    }
    defer { player.stop() }
    for item in Self.cases {
      // From a position where no shown frame is within the tolerance.
      for (time, before, after) in [(99, 0, 0), (item.time, item.before, item.after)] {
        let count = reached.withLock(\.count)
        await player.seek(
          to: Self.tick * time, toleranceBefore: Self.tick * before,
          toleranceAfter: Self.tick * after)
        try await studio.wait { reached.withLock(\.count) > count }
      }
      // If the search takes too long, the exact frame is shown. Both are correct.
      let last = reached.withLock { $0.last.map { Int($0.floored(in: Self.tick)) } }
      #expect(last == item.shown || last == item.time, "\(item)")
    }
    player.stop()
    try await run.value
  }

  @Test func `the completion of a seek reports whether its frame was shown`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = studio.player(try await composition(), in: folder) { $0.isPaused = true }
    /// The result of a seek.
    func seek(to frame: Int, tolerance: Int = 0) async -> Bool {
      await player.seek(
        to: Self.tick * frame, toleranceBefore: Self.tick * tolerance,
        toleranceAfter: Self.tick * tolerance)
    }
    // Nothing runs yet, so only its cancellation ends this seek.
    let cancelled = Task { await seek(to: 30) }
    cancelled.cancel()
    #expect(await !cancelled.value)
    // It runs up to its wait, so the player has the request before it runs.
    let early = Task.immediate { await seek(to: 20) }
    let reached = Mutex<[MediaTime]>([])
    let run = Task {
      try await player.run { event in
        if case .seekCompleted(let time) = event { reached.withLock { $0.append(time) } }
      }
    }
    defer { player.stop() }
    #expect(await early.value)
    for frame in [0, 3, 119, 60, 60] {
      #expect(await seek(to: frame))
      #expect(reached.withLock { $0.last } == Self.tick * frame)
    }
    #expect(await seek(to: 62, tolerance: 5))
    // Of concurrent seeks only the newest is certain to be shown. All of them return.
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<20 { group.addTask { await seek(to: index * 5) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.contains(true) && results.contains(false))
    player.stop()
    async let late = seek(to: 1)
    try await run.value
    // Before a run, a seek waits for it.
    let next = Task { try await player.run() }
    _ = await late
    player.stop()
    try await next.value
  }

  @Test func `a seek whose tolerance includes the shown frame ends at once`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let reached = Mutex<MediaTime?>(nil)
    let player = studio.player(try await composition(), in: folder) { $0.isPaused = true }
    let run = Task {
      try await player.run { event in
        if case .seekCompleted(let time) = event { reached.withLock { $0 = time } }
      }
    }
    defer { player.stop() }
    player.requestSeek(to: Self.tick * 52)
    try await studio.wait { reached.withLock { $0 } == Self.tick * 52 }
    reached.withLock { $0 = nil }
    await player.seek(to: MediaTime(2), toleranceBefore: MediaTime(1), toleranceAfter: MediaTime(1))
    try await studio.wait { reached.withLock { $0 } != nil }
    #expect(reached.withLock { $0 } == Self.tick * 52)
    #expect(abs((player.time - Self.tick * 52).seconds) < 0.001)
    player.stop()
    try await run.value
  }

  @Test func `of many seeks at once, some are shown and the last is reached`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let reached = Mutex<[MediaTime]>([])
    let player = studio.player(try await composition(), in: folder) { $0.isPaused = true }
    let run = Task {
      try await player.run { event in
        if case .seekCompleted(let time) = event { reached.withLock { $0.append(time) } }
      }
    }
    defer { player.stop() }
    for frame in 0..<100 { player.requestSeek(to: Self.tick * ((frame * 37) % 110)) }
    try await studio.wait { reached.withLock { $0.last } == Self.tick * (99 * 37 % 110) }
    #expect(player.time == Self.tick * (99 * 37 % 110))
    player.stop()
    try await run.value
  }
}
