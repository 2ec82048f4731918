import CutawayKeyframes
import CutawaySources
import CutawayTime
import CutawayTrack
import Testing

/// When a track opens, keeps and closes its files.
@Suite struct ReaderUseTests {
  private static let tick = MediaTime(1, over: 25)

  /// Clips of forty seconds at 25 frames per second.
  private func files(_ count: Int = 12) -> FakeFiles {
    FakeFiles(
      Dictionary(
        uniqueKeysWithValues: (0..<count).map {
          ("\($0)", FakeSource.video(clip: $0, frameDuration: Self.tick, count: 1_000))
        }))
  }

  @Test func `a file is opened a second before its first frame, at its in-point`() throws {
    let segments = [SourceSegment((0, 50), "0", (0, 50)), SourceSegment((50, 60), "1", (100, 110))]
    var track = try FakeTrack(segments, in: files())
    _ = try track.play(atMost: 25)
    #expect(track.files.opened == ["0"])
    _ = try track.play(atMost: 1)
    #expect(track.files.opened == ["0", "1"])
    #expect(track.files.events.contains(.open("1", 4_000_000_000)))
  }

  @Test func `the file after a long gap is not opened before its time`() throws {
    var track = try FakeTrack([SourceSegment((500, 510), "0", (0, 10))], in: files())
    var frames = 0
    while track.files.opened.isEmpty, frames < 500 { frames += try track.play(atMost: 1).count }
    #expect(frames > 450 && frames <= 500)
  }

  @Test func `a source that goes on after a cut needs no seek and no second reader`() throws {
    let segments = [
      SourceSegment((0, 10), "0", (5, 15)), SourceSegment((10, 20), "0", (15, 25)),
      SourceSegment((20, 30), "0", (30, 40)),
    ]
    var track = try FakeTrack(segments, in: files())
    #expect(try track.play().count == 30)
    #expect(track.files.opened == ["0"] && track.files.seekCount == 0)
  }

  @Test func `tracks that alternate between two files open each once`() throws {
    let segments = (0..<20).map { index in
      SourceSegment((index * 5, index * 5 + 5), "\(index % 2)", (index * 7, index * 7 + 5))
    }
    var track = try FakeTrack(segments, in: files())
    for (position, shown) in try track.play() {
      let index = position / 5
      #expect(shown == .frame(clip: Int(index % 2), index * 7 + position % 5))
    }
    #expect(track.files.opened == ["0", "1"])
  }

  @Test func `a file that is not needed again is closed`() throws {
    let segments = (0..<12).map { (index: Int64) in
      SourceSegment((index * 5, index * 5 + 5), "\(index)", (0, 5))
    }
    var track = try FakeTrack(segments, in: files())
    #expect(try track.play().count == 60)
    #expect(track.files.opened.count == 12)
    #expect(track.files.openReaders.count == 2)
  }

  @Test func `at most eight files stay open for later, and the current ones`() throws {
    let segments = (0..<36).map { (index: Int64) in
      SourceSegment((index * 5, index * 5 + 5), "\(index % 12)", (0, 5))
    }
    var track = try FakeTrack(segments, in: files())
    for _ in 0..<180 {
      _ = try track.play(atMost: 1)
      #expect(track.files.openReaders.count <= 10)
    }
    track.player.pool.close()
    #expect(track.files.openReaders.isEmpty)
  }

  @Test func `a file that has changed is opened again`() throws {
    let segments = [
      SourceSegment((0, 5), "0", (0, 5)), SourceSegment((5, 10), "1", (0, 5)),
      SourceSegment((10, 15), "2", (0, 5)), SourceSegment((15, 20), "0", (20, 25)),
    ]
    var unchanged = try FakeTrack(segments, in: files())
    _ = try unchanged.play()
    #expect(unchanged.files.opened == ["0", "1", "2"])
    var changed = try FakeTrack(segments, in: files())
    _ = try changed.play(atMost: 8)
    changed.files.change("0")
    _ = try changed.play()
    #expect(changed.files.opened == ["0", "1", "2", "0"])
  }

  @Test func `a track that replaces another one takes over its files`() throws {
    let files = files()
    let segments = [SourceSegment((0, 20), "0", (0, 20))]
    var first = try FakeTrack(segments, in: files)
    _ = try first.play(atMost: 5)
    var second = try FakeTrack(segments, in: files)
    first.player.pool.handOver(to: second.player.pool)
    first.player.pool.close()
    second.seek(10, nil)
    #expect(try second.play().map(\.shown) == (10..<20).map { .frame(clip: 0, $0) })
    #expect(files.opened == ["0"])
    second.player.pool.close()
    #expect(files.openReaders.isEmpty)
  }

  @Test func `stepping back reads a few frames at once, and then none`() throws {
    var track = try FakeTrack([SourceSegment((0, 500), "0", (0, 500))], in: files())
    track.seek(300, 301)
    #expect(try track.play().map(\.shown) == [.frame(clip: 0, 300)])
    for index in (280..<300).reversed() {
      track.seek(Int64(index), Int64(index) + 1)
      #expect(try track.play().map(\.shown) == [.frame(clip: 0, Int64(index))])
    }
    #expect(track.files.seekCount <= 3)
  }

  @Test func `a step to the next frame reads on instead of seeking`() throws {
    var track = try FakeTrack([SourceSegment((0, 500), "0", (0, 500))], in: files())
    for index in Int64(100)..<120 {
      track.seek(index, index + 1)
      #expect(try track.play().map(\.shown) == [.frame(clip: 0, index)])
    }
    #expect(track.files.seekCount == 0)
  }
}
