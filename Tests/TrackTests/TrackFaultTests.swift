import CutawayElementKit
import CutawayKeyframes
import CutawaySources
import CutawayTime
import CutawayTrack
import Testing

/// Sources that fail, end early, lose frames, or have to be waited for.
@Suite struct TrackFaultTests {
  private static let tick = MediaTime(1, over: 25)

  /// Two clips of four seconds at 25 frames per second; the first one has a fault.
  private func files(_ fault: FakeSource.Fault?) -> FakeFiles {
    var damaged = FakeSource.video(clip: 1, frameDuration: Self.tick, count: 100)
    damaged.fault = fault
    return FakeFiles([
      "1": damaged, "2": .video(clip: 2, frameDuration: Self.tick, count: 100),
    ])
  }

  /// Ten frames of the second clip, twenty of the first and ten of the second.
  private static let segments = [
    SourceSegment((0, 10), "2", (0, 10)), SourceSegment((10, 30), "1", (0, 20)),
    SourceSegment((30, 40), "2", (40, 50)),
  ]

  private func frames(_ clip: Int, _ numbers: Range<Int64>) -> [FakeTrack.Shown] {
    numbers.map { .frame(clip: clip, $0) }
  }

  private func gap(_ count: Int) -> [FakeTrack.Shown] { Array(repeating: .nothing, count: count) }

  // MARK: Failures

  @Test func `a track stops at a source that fails, and says where`() throws {
    var track = try FakeTrack(Self.segments, in: files(.init(start: 320_000_000)))
    let shown = try track.play(atMost: 17)
    // The frame before the fault is not certain: the next one could be the wanted one.
    #expect(shown.map(\.shown) == frames(2, 0..<10) + frames(1, 0..<7))
    let error = #expect(throws: ElementError.self) { try track.play() }
    #expect(error?.description == "1: damaged (segment 1, at 0.28 s)")
    #expect(track.takeWarnings() == [])
  }

  @Test func `a track that goes on leaves the rest of the segment out, with one warning`() throws {
    var track = try FakeTrack(Self.segments, in: files(.init(start: 320_000_000))) {
      $0.onMissing = .gap
    }
    let shown = try track.play()
    #expect(
      shown.map(\.shown) == frames(2, 0..<10) + frames(1, 0..<7) + gap(13) + frames(2, 40..<50))
    #expect(shown.map(\.position) == Array(0..<40))
    #expect(
      track.takeWarnings() == ["1: damaged (segment 1, at 0.28 s); the segment is left out"])
    track.seek(8, 32)
    #expect(try track.play().map(\.shown) == frames(2, 8..<10) + gap(20) + frames(2, 40..<42))
    #expect(track.takeWarnings() == [])
  }

  @Test func `a segment that was left out stays a gap backwards`() throws {
    var track = try FakeTrack(Self.segments, in: files(.init())) { $0.onMissing = .gap }
    track.seek(8, 32, rate: -1)
    let shown = try track.play().sorted { $0.position < $1.position }
    #expect(shown.map(\.position) == Array(8..<32))
    #expect(shown.map(\.shown) == frames(2, 8..<10) + gap(20) + frames(2, 40..<42))
  }

  @Test func `a file that does not exist is a failure like any other`() throws {
    let segments = [SourceSegment((0, 5), "nowhere", (0, 5)), SourceSegment((5, 9), "2", (0, 4))]
    var stopped = try FakeTrack(segments, in: files(nil))
    let error = #expect(throws: ElementError.self) { try stopped.play() }
    #expect(error?.description == "nowhere: no such file (segment 0, at 0 s)")
    var going = try FakeTrack(segments, in: files(nil)) { $0.onMissing = .gap }
    #expect(try going.play().map(\.shown) == gap(5) + frames(2, 0..<4))
  }

  @Test func `a stream that a flush has broken is opened again, once`() throws {
    let broken = FakeSource.Fault(start: 320_000_000, count: 1, mayRecover: true)
    let recovering = files(broken)
    var track = try FakeTrack(Self.segments, in: recovering)
    #expect(
      try track.play().map(\.shown) == frames(2, 0..<10) + frames(1, 0..<20) + frames(2, 40..<50))
    #expect(recovering.opened.filter { $0 == "1" }.count == 2)
    #expect(track.takeWarnings() == [])

    var always = broken
    always.count = .max
    let failing = files(always)
    var failed = try FakeTrack(Self.segments, in: failing)
    #expect(throws: ElementError.self) { try failed.play() }
    #expect(failing.opened.filter { $0 == "1" }.count == 2)
  }

  // MARK: Ends and losses

  @Test func `the last frame of a source that ends early stays, with one warning`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: Self.tick, count: 20)])
    let segments = [SourceSegment((0, 10), "1", (0, 10)), SourceSegment((10, 40), "1", (10, 40))]
    var track = try FakeTrack(segments, in: files)
    let held = Array(repeating: FakeTrack.Shown.frame(clip: 1, 19), count: 20)
    #expect(try track.play().map(\.shown) == frames(1, 0..<20) + held)
    #expect(
      track.takeWarnings() == [
        "1: ends at 0.8 s, before the segment that shows 0.4–1.6 s; its last frame stays"
      ])
    track.seek(0, nil)
    #expect(try track.play().map(\.shown) == frames(1, 0..<20) + held)
    #expect(track.takeWarnings() == [])
  }

  @Test func `a segment that starts after the end of its source shows the last frame`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: Self.tick, count: 20)])
    var track = try FakeTrack([SourceSegment((0, 5), "1", (200, 205))], in: files)
    #expect(
      try track.play().map(\.shown) == Array(repeating: .frame(clip: 1, 19), count: 5))
    #expect(track.takeWarnings().count == 1)
  }

  @Test func `a source that is two frames too short is no reason for a warning`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: Self.tick, count: 20)])
    var track = try FakeTrack([SourceSegment((0, 22), "1", (0, 22))], in: files)
    #expect(
      try track.play().map(\.shown)
        == frames(1, 0..<20) + Array(repeating: .frame(clip: 1, 19), count: 2))
    #expect(track.takeWarnings() == [])
  }

  @Test func `a source without a picture is a failure`() throws {
    let files = FakeFiles(["1": FakeSource(samples: [])])
    var track = try FakeTrack([SourceSegment((0, 4), "1", (0, 4))], in: files)
    #expect {
      try track.play()
    } throws: {
      "\($0)".contains("no picture of it can be decoded")
    }
    var going = try FakeTrack([SourceSegment((0, 4), "1", (0, 4))], in: files) {
      $0.onMissing = .gap
    }
    #expect(try going.play().map(\.shown) == gap(4))
    #expect(going.takeWarnings().count == 1)
  }

  /// A clip without the frames of a range.
  private func damaged(without range: Range<Int>) -> FakeFiles {
    var source = FakeSource.video(clip: 1, frameDuration: Self.tick, count: 100)
    source.samples.removeSubrange(range)
    return FakeFiles(["1": source])
  }

  @Test func `the frame before lost frames stays, and a loss of a second is reported once`() throws
  {
    var track = try FakeTrack([SourceSegment((0, 80), "1", (0, 80))], in: damaged(without: 10..<40))
    #expect(
      try track.play().map(\.shown)
        == frames(1, 0..<10) + Array(repeating: .frame(clip: 1, 9), count: 30) + frames(1, 40..<80))
    #expect(
      track.takeWarnings()
        == ["1: there are no frames from 0.4 to 1.6 s, in the segment that shows 0–3.2 s"])
  }

  @Test func `a short loss, and one outside the segment, are not reported`() throws {
    var short = try FakeTrack([SourceSegment((0, 80), "1", (0, 80))], in: damaged(without: 10..<30))
    _ = try short.play()
    #expect(short.takeWarnings() == [])
    var outside = try FakeTrack(
      [SourceSegment((0, 8), "1", (0, 8)), SourceSegment((8, 10), "1", (45, 47))],
      in: damaged(without: 10..<40))
    #expect(try outside.play().map(\.shown) == frames(1, 0..<8) + frames(1, 45..<47))
    #expect(outside.takeWarnings() == [])
  }

  // MARK: Interruptions

  @Test func `an interruption ends the wait, and the track continues with the same frame`() throws {
    var track = try FakeTrack(Self.segments, in: files(nil))
    #expect(try track.play(atMost: 12).last?.shown == .frame(clip: 1, 1))
    track.player.pool.interrupt()
    #expect(try track.play().map(\.shown) == [.interruption])
    #expect(try track.play().map(\.shown) == [.interruption])
    track.player.pool.resume()
    #expect(try track.play(atMost: 1).map(\.shown) == [.frame(clip: 1, 2)])
  }

  @Test func `a reader that is opened during an interruption is interrupted`() throws {
    var track = try FakeTrack(Self.segments, in: files(nil))
    track.player.pool.interrupt()
    #expect(try track.play().map(\.shown) == [.interruption])
    #expect(track.files.openReaders.map(\.isInterrupted) == [true])
    track.player.pool.resume()
    #expect(try track.play(atMost: 1).map(\.shown) == [.frame(clip: 2, 0)])
  }

  // MARK: Settings

  @Test(arguments: [
    ("frameDuration", "0", "frame-duration: '0/1' is not a duration"),
    ("duration", "-1", "duration: '-1' is not a number of seconds"),
    (
      "segments", "0..1=a",
      "segments: '0..1=a' is not a segment: expected START..END=LOCATION@START..END"
    ),
    (
      "segments", "0..2=a@0..2; 1..3=a@0..2",
      "segments: '1..3=a@0..2' starts before the segment before it ends"
    ),
  ])
  func `the error of an invalid setting names it`(
    setting: String, value: String, message: String
  ) {
    let error = #expect(throws: ElementError.self) {
      try FakeTrack([], in: files(nil)) { source in
        switch setting {
        case "frameDuration": source.frameDuration = Fraction(0, over: 1)
        case "duration": source.duration = value
        default: source.segments = Shared(text: value)
        }
      }
    }
    #expect(error?.description == message)
  }

  @Test func `only sound can be reversed, and only to 32 times its speed`() {
    let reversed = #expect(throws: ElementError.self) {
      try FakeTrack([], in: files(nil)) { $0.reversed = true }
    }
    #expect(reversed?.description.hasPrefix("reversed: applies to sound only") == true)
    func accepts(_ segment: SourceSegment) -> Bool {
      (try? FakeTrack([segment], in: files(nil), media: .audio)) != nil
    }
    #expect(accepts(SourceSegment((0, 1), "1", (0, 32))))
    #expect(accepts(SourceSegment((0, 32), "1", (0, 1))))
    #expect(!accepts(SourceSegment((0, 1), "1", (0, 33))))
    #expect(!accepts(SourceSegment((0, 33), "1", (0, 1))))
  }

  @Test func `a track lasts as long as its segments, or as stated`() throws {
    let (whole, longer) = (
      try FakeTrack(Self.segments, in: files(nil)),
      try FakeTrack(Self.segments, in: files(nil)) { $0.duration = "2" }
    )
    #expect(whole.player.duration == 1_600_000_000)
    #expect(longer.player.duration == 2_000_000_000)
    var track = longer
    #expect(try track.play().map(\.shown).suffix(10) == gap(10)[...])
    var shorter = try FakeTrack(Self.segments, in: files(nil)) { $0.duration = "0.5" }
    // 12.5 frames: the last one is cut off.
    #expect(try shorter.play().map(\.shown) == frames(2, 0..<10) + frames(1, 0..<3))
  }
}
