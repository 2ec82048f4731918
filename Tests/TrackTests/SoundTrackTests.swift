import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawaySources
import CutawayTime
import CutawayTrack
import TestSupport
import Testing

/// The sample that a track plays at each output sample.
@Suite struct SoundTrackTests {
  private static let rate = FakeSource.sampleRate
  private static let unit = MediaTime(1, over: rate)
  /// Four clips of four seconds.
  private static let length: Int64 = 32_000

  private static func files() -> FakeFiles {
    FakeFiles(
      Dictionary(
        uniqueKeysWithValues: (0..<4).map { ("\($0)", FakeSource.sound(clip: $0, count: length)) }))
  }

  private static func track(
    _ segments: [SourceSegment], in files: FakeFiles = files(),
    _ change: (inout TrackSource) -> Void = { _ in }
  ) throws -> FakeTrack {
    try FakeTrack(segments, in: files, media: .audio, change)
  }

  /// Random segments with gaps, whose ends lie between samples.
  private static func segments(using random: inout SeededGenerator) -> [SourceSegment] {
    var segments: [SourceSegment] = []
    var end: Int64 = 0
    for _ in 0..<Int.random(in: 1...10, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        end += Int64.random(in: 1...300, using: &random)
      }
      let length = Int64.random(in: 3...600, using: &random)
      var clip = "\(Int.random(in: 0..<4, using: &random))"
      var start = Int64.random(in: 0...3_600, using: &random)
      if let last = segments.last, !last.mapping.isReversed,
        Int.random(in: 0..<3, using: &random) == 0
      {
        // The source goes on; so does the sound if there is no gap.
        clip = last.location
        start = (last.mapping.source.end * 997).floored(in: MediaTime(1))
      }
      segments.append(SourceSegment((end, end + length), clip, (start, start + length), over: 997))
      segments[segments.count - 1].mapping.isReversed = Int.random(in: 0..<4, using: &random) == 0
      end += length
    }
    return segments
  }

  /// What the rules name for each output sample.
  private static func expected(_ segments: [SourceSegment]) -> [FakeTrack.Shown] {
    let count = Int((segments.last?.mapping.target.end ?? .zero).rounded(in: unit))
    var result = [FakeTrack.Shown](repeating: .nothing, count: count)
    var previous: SourceSegment?
    var next: Int64 = 0
    for segment in segments {
      let (source, target) = (segment.mapping.source, segment.mapping.target)
      let first = target.start.rounded(in: unit)
      let end = target.end.rounded(in: unit)
      let goesOn = previous.map {
        $0.location == segment.location && $0.mapping.source.end == source.start
          && $0.mapping.target.end == target.start && !$0.mapping.isReversed
          && !segment.mapping.isReversed
      }
      if goesOn != true { next = source.start.rounded(in: unit) }
      for position in first..<end {
        if next < length {
          // A reversed segment plays the samples of a forward one from the last to the first.
          let place = segment.mapping.isReversed ? first + end - 1 - position : position
          result[Int(place)] = .sample(clip: Int(segment.location) ?? -1, next)
        }
        next += 1
      }
      previous = segment
    }
    return result
  }

  private func expect(
    _ shown: [(position: Int64, shown: FakeTrack.Shown)], _ expected: [FakeTrack.Shown],
    _ range: Range<Int64>, _ comment: Comment
  ) {
    #expect(shown.map(\.position) == Array(range), comment)
    let wrong = shown.first { $0.shown != expected[Int($0.position)] }
    #expect(
      wrong == nil,
      "sample \(wrong?.position ?? -1) is \(String(describing: wrong?.shown)), \(comment)")
  }

  @Test(arguments: UInt64(0)..<40)
  func `every sample of a random cut list is the specified one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 104_729 &+ 1)
    let segments = Self.segments(using: &random)
    var track = try Self.track(segments)
    let expected = Self.expected(segments)
    expect(try track.play(), expected, 0..<Int64(expected.count), "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<25)
  func `a seek to any range plays its samples, forwards and backwards`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 15_485_863 &+ 2)
    let segments = Self.segments(using: &random)
    var track = try Self.track(segments)
    let expected = Self.expected(segments)
    for _ in 0..<8 {
      let start = Int64.random(in: 0..<Int64(expected.count), using: &random)
      let end = Int64.random(
        in: start + 1...min(start + 4_000, Int64(expected.count)), using: &random)
      let isBackward = Bool.random(using: &random)
      track.seek(start, end, rate: isBackward ? -1 : 1)
      let shown = try track.play()
      expect(
        isBackward ? shown.sorted { $0.position < $1.position } : shown, expected, start..<end,
        "\(start)..<\(end) at rate \(isBackward ? -1 : 1), seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<10)
  func `a reversed track plays every sample from the end, on a clock that runs forwards`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed &* 32_452_843 &+ 3)
    let segments = Self.segments(using: &random)
    var track = try Self.track(segments) { $0.reversed = true }
    let expected = Array(Self.expected(segments).reversed())
    expect(try track.play(), expected, 0..<Int64(expected.count), "seed \(seed)")
    let start = Int64(expected.count / 3)
    track.seek(start, nil)
    expect(try track.play(), expected, start..<Int64(expected.count), "seed \(seed), after a seek")
  }

  @Test func `backwards, a second of sound comes at a time, from the end`() throws {
    var track = try Self.track([SourceSegment((0, 75), "0", (0, 75))])
    track.seek(0, 20_000, rate: -1)
    let positions = try track.play().map(\.position)
    // The blocks of a second go back from its end, and each block plays forwards.
    let seconds = positions.map { (20_000 - 1 - $0) / Self.rate }
    #expect(seconds == seconds.sorted() && Set(positions).count == 20_000)
  }

  // MARK: Speeds

  @Test(arguments: [(Int64(1), Int64(2), Int64(-340)), (2, 1, 82)])
  func `sound at another speed makes up for the delay of the element that keeps its pitch`(
    source: Int64, target: Int64, offset: Int64
  ) throws {
    // At half speed the element is 42.5 ms early, at double speed 10.2 ms late; at 8 kHz.
    var track = try Self.track([
      SourceSegment((0, 10 * target), "0", (25, 25 + 10 * source))
    ])
    let shown = try track.play()
    #expect(shown.count == Int(3_200 * target))
    // The reader numbers the samples of its output: 1 s of the source is 1 s / speed.
    let first = Self.rate * target / source
    #expect(
      shown.map(\.shown) == (0..<Int64(shown.count)).map { .sample(clip: 0, first + $0 + offset) })
  }

  @Test func `slowed-down sound from the start of a file begins with a short silence`() throws {
    var track = try Self.track([SourceSegment((0, 20), "0", (0, 10))])
    let shown = try track.play().map(\.shown)
    #expect(shown[..<340].allSatisfy { $0 == .nothing })
    #expect(Array(shown[340...]) == (0..<6_060).map { .sample(clip: 0, $0) })
  }

  @Test(arguments: [(Int64(10), Int64(20)), (10, 7), (10, 40), (7, 10), (25, 1)])
  func `varispeed plays the signal at each exact position`(target: Int64, source: Int64) throws {
    // The signal is its own position, which interpolation keeps.
    var track = try Self.track([
      SourceSegment((5, 5 + target), "0", (30, 30 + source), pitch: .varispeed)
    ])
    let speed = Double(source) / Double(target)
    for (position, shown) in try track.play() {
      guard position >= 1_600 else {
        #expect(shown == .nothing)
        continue
      }
      guard case .value(let value) = shown else {
        Issue.record("sample \(position) is \(shown)")
        return
      }
      let place = 9_600 + Double(position - 1_600) * speed
      #expect(abs(Double(value) - place) < 0.1, "sample \(position) is \(value), not \(place)")
    }
  }

  @Test func `varispeed gives the same samples after a seek`() throws {
    let segments = [SourceSegment((0, 20), "0", (25, 58), pitch: .varispeed)]
    var track = try Self.track(segments)
    let whole = try track.play().map(\.shown)
    for start in [17, 1_000, 4_801] {
      track.seek(Int64(start), 5_000)
      #expect(try track.play().map(\.shown) == Array(whole[start..<5_000]))
    }
  }

  // MARK: Ends, losses, failures

  @Test func `a source that ends early leaves silence, with one warning`() throws {
    var track = try Self.track(
      [
        SourceSegment((0, 100), "0", (0, 100)), SourceSegment((100, 110), "1", (0, 10)),
      ], in: FakeFiles(["0": .sound(clip: 0, count: 4_100), "1": .sound(clip: 1, count: 4_100)]))
    let shown = try track.play().map(\.shown)
    #expect(Array(shown[..<4_100]) == (0..<4_100).map { .sample(clip: 0, $0) })
    #expect(shown[4_100..<32_000].allSatisfy { $0 == .nothing })
    #expect(shown[32_000] == .sample(clip: 1, 0))
    #expect(
      track.takeWarnings() == ["0: its sound ends at 0.513 s, before the segment that plays 0–4 s"])
  }

  @Test func `a source that is 50 ms too short is no reason for a warning`() throws {
    let files = FakeFiles(["0": .sound(clip: 0, count: 7_600)])
    var track = try Self.track([SourceSegment((0, 8_000), "0", (0, 8_000), over: 8_000)], in: files)
    #expect(try track.play().count { $0.shown == .nothing } == 400)
    #expect(track.takeWarnings() == [])
  }

  @Test func `the padding after the stated end of a file is not played`() throws {
    var source = FakeSource.sound(clip: 0, count: 4_000)
    source.end = MediaTime(3_950, over: Self.rate).nanoseconds
    var track = try Self.track(
      [SourceSegment((0, 4_000), "0", (0, 4_000), over: 8_000)], in: FakeFiles(["0": source]))
    let shown = try track.play().map(\.shown)
    #expect(
      shown == (0..<3_950).map { .sample(clip: 0, $0) } + Array(repeating: .nothing, count: 50))
  }

  @Test func `lost sound is silence, and later sound is on time`() throws {
    var source = FakeSource.sound(clip: 0, count: 8_000)
    source.samples.removeSubrange(10..<20)
    var track = try Self.track(
      [SourceSegment((0, 8_000), "0", (0, 8_000), over: 8_000)], in: FakeFiles(["0": source]))
    let shown = try track.play().map(\.shown)
    #expect(
      shown == (0..<8_000).map { (2_000..<4_000).contains($0) ? .nothing : .sample(clip: 0, $0) })
  }

  @Test func `time stamps that are a little off leave no gaps`() throws {
    var source = FakeSource.sound(clip: 0, count: 8_000)
    // Up to 10 ms early or late.
    for index in source.samples.indices {
      source.samples[index].start += Int64(index * 7 % 21 - 10) * 1_000_000
    }
    source.samples[0].start = 0
    var track = try Self.track(
      [SourceSegment((0, 8_000), "0", (0, 8_000), over: 8_000)], in: FakeFiles(["0": source]))
    #expect(try track.play().map(\.shown) == (0..<8_000).map { .sample(clip: 0, $0) })
  }

  private static let around = [
    SourceSegment((0, 5), "1", (0, 5)), SourceSegment((5, 15), "0", (0, 10)),
    SourceSegment((15, 20), "1", (0, 5)),
  ]

  private func files(_ fault: FakeSource.Fault) -> FakeFiles {
    var damaged = FakeSource.sound(clip: 0, count: 32_000)
    damaged.fault = fault
    return FakeFiles(["0": damaged, "1": .sound(clip: 1, count: 32_000)])
  }

  @Test func `a track stops at a source that fails, or leaves the segment out`() throws {
    var stopping = try Self.track(Self.around, in: files(.init(start: 100_000_000)))
    let error = #expect(throws: ElementError.self) { try stopping.play() }
    #expect(error?.description.hasPrefix("0: damaged (segment 1, at ") == true)
    var going = try Self.track(Self.around, in: files(.init(start: 100_000_000))) {
      $0.onMissing = .gap
    }
    let shown = try going.play().map(\.shown)
    #expect(shown.count == 6_400)
    #expect(shown[1_600] == .sample(clip: 0, 0))
    #expect(shown[2_400..<4_800].allSatisfy { $0 == .nothing })
    #expect(Array(shown[4_800...]) == (0..<1_600).map { .sample(clip: 1, $0) })
    let warnings = going.takeWarnings()
    #expect(warnings.count == 1 && warnings[0].hasSuffix("; the segment is left out"))
  }

  @Test func `a stream that a flush has broken is opened again, once`() throws {
    let files = files(.init(start: 100_000_000, count: 1, mayRecover: true))
    var track = try Self.track(Self.around, in: files)
    let shown = try track.play().map(\.shown)
    #expect(Array(shown[1_600..<4_800]) == (0..<3_200).map { .sample(clip: 0, $0) })
    #expect(files.opened.filter { $0 == "0" }.count == 2)
    #expect(track.takeWarnings() == [])
  }

  @Test func `an interruption ends the wait, and the track continues with the same sample`() throws
  {
    var track = try Self.track([SourceSegment((0, 20), "0", (0, 20))])
    #expect(try track.play(atMost: 3).count == 600)
    track.player.pool.interrupt()
    #expect(try track.play().last?.shown == .interruption)
    track.player.pool.resume()
    let rest = try track.play()
    #expect(rest.last?.shown == .sample(clip: 0, 6_399))
    let first = try #require(rest.first)
    #expect(first.shown == .sample(clip: 0, first.position))
  }
}
