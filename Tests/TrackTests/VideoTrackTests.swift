import CutawayKeyframes
import CutawaySources
import CutawayTime
import TestSupport
import Testing

/// The frame that a track shows at each output frame.
@Suite struct VideoTrackTests {
  private static let rates = [
    MediaTime(1_001, over: 24_000), MediaTime(1, over: 25), MediaTime(1, over: 30),
    MediaTime(1_001, over: 60_000), MediaTime(1, over: 12),
  ]
  private static let count = 150

  /// A source of each rate, 150 frames long: with the times of one of the containers, or with an index
  /// of rounded times that state no rate.
  private static func files(_ seed: UInt64) -> (files: FakeFiles, kind: String) {
    let ticks: FakeSource.Ticks? = [.exact, .milliseconds, .mpeg, nil, nil][Int(seed / 3 % 5)]
    let indexed: Int64 = seed % 2 == 0 ? 1_000 : 90_000
    let sources = rates.enumerated().map { index, rate in
      let source =
        ticks.map {
          FakeSource.video(clip: index, frameDuration: rate, count: count, ticks: $0)
        } ?? FakeSource.indexed(clip: index, frameDuration: rate, count: count, ticks: indexed)
      return ("\(index)", source)
    }
    return (
      FakeFiles(Dictionary(uniqueKeysWithValues: sources)),
      ticks.map { "\($0)" } ?? "index of 1/\(indexed)"
    )
  }

  /// A segment in milliseconds.
  private static func segment(
    _ target: (Int, Int), _ location: String, _ source: (Int, Int)
  ) -> SourceSegment {
    func range(_ ends: (Int, Int)) -> TimeRange {
      TimeRange(
        start: MediaTime(Int64(ends.0), over: 1_000), end: MediaTime(Int64(ends.1), over: 1_000))
    }
    return SourceSegment(
      mapping: TimeMapping(source: range(source), target: range(target)), location: location)
  }

  /// Random segments with gaps, other speeds, and parts past the ends of their sources.
  private static func segments(using random: inout SeededGenerator) -> [SourceSegment] {
    var segments: [SourceSegment] = []
    var end = 0
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        end += Int.random(in: 1...1_500, using: &random)
      }
      let length = Int.random(in: 15...1_200, using: &random)
      if let last = segments.last, last.mapping.target.end == MediaTime(Int64(end), over: 1_000),
        Int.random(in: 0..<4, using: &random) == 0
      {
        segments.append(continuation(of: last, length))
      } else {
        let speed = [100, 100, 100, 5, 50, 137, 400].randomElement(using: &random) ?? 100
        let start = Int.random(in: 0...6_200, using: &random)
        var next = segment(
          (end, end + length), "\(Int.random(in: 0..<rates.count, using: &random))",
          (start, start + max(1, length * speed / 100)))
        next.mapping.isReversed = Int.random(in: 0..<4, using: &random) == 0
        segments.append(next)
      }
      end += length
    }
    return segments
  }

  /// A segment that continues another one after a cut.
  private static func continuation(of segment: SourceSegment, _ length: Int) -> SourceSegment {
    var next = segment
    let target = TimeRange(
      start: segment.mapping.target.end, duration: MediaTime(Int64(length), over: 1_000))
    let source = segment.mapping.source, duration = target.duration * segment.mapping.speed
    if segment.mapping.isReversed, source.start > duration {
      next.mapping = TimeMapping(
        source: TimeRange(start: source.start - duration, end: source.start), target: target,
        isReversed: true)
    } else {
      next.mapping = TimeMapping(
        source: TimeRange(start: source.end, duration: duration), target: target)
    }
    return next
  }

  /// What the rules name for an output frame.
  private static func expected(
    _ frame: Int64, _ frameDuration: MediaTime, _ segments: [SourceSegment]
  ) -> FakeTrack.Shown {
    let time = frameDuration * Int(frame)
    guard let segment = segments.first(where: { $0.mapping.target.contains(time) }),
      let clip = Int(segment.location)
    else { return .nothing }
    let (source, target) = (segment.mapping.source, segment.mapping.target)
    // A reversed segment shows what the same segment shows forwards in the mirrored frame.
    let offset =
      segment.mapping.isReversed ? target.end - time - frameDuration : time - target.start
    let place = source.start + max(.zero, offset) * source.duration / target.duration
    // The last frame stays.
    return .frame(clip: clip, min(place.floored(in: rates[clip]), Int64(count - 1)))
  }

  private static func outputRate(_ seed: UInt64) -> MediaTime {
    [MediaTime(1, over: 30), MediaTime(1, over: 25), MediaTime(1_001, over: 30_000)][Int(seed % 3)]
  }

  private func expect(
    _ shown: [(position: Int64, shown: FakeTrack.Shown)], _ positions: [Int64],
    _ segments: [SourceSegment], _ unit: MediaTime, _ comment: Comment
  ) {
    #expect(shown.map(\.position) == positions, comment)
    for (position, shown) in shown {
      let expected = Self.expected(position, unit, segments)
      #expect(shown == expected, "frame \(position), \(comment)")
    }
  }

  @Test(arguments: UInt64(0)..<90)
  func `every frame of a random cut list is the specified one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 7_919 &+ 5)
    let segments = Self.segments(using: &random)
    let unit = Self.outputRate(seed)
    let (files, ticks) = Self.files(seed)
    var track = try FakeTrack(segments, in: files, frameDuration: unit)
    let length = segments.last?.mapping.target.end ?? .zero
    expect(
      try track.play(), Array(0..<length.ceiled(in: unit)), segments, unit, "seed \(seed), \(ticks)"
    )
  }

  @Test(arguments: UInt64(0)..<30)
  func `a seek to any range shows its frames, forwards and backwards`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 6_151 &+ 9)
    let segments = Self.segments(using: &random)
    let unit = Self.outputRate(seed)
    let (files, ticks) = Self.files(seed)
    var track = try FakeTrack(segments, in: files, frameDuration: unit)
    let count = (segments.last?.mapping.target.end ?? .zero).ceiled(in: unit)
    for _ in 0..<15 {
      let start = Int64.random(in: 0..<count, using: &random)
      let end = Int64.random(in: start + 1...count, using: &random)
      let isBackward = Bool.random(using: &random)
      track.seek(start, end, rate: isBackward ? -1 : 1)
      // Sometimes the next seek comes before the end.
      let limit = Int.random(in: 0..<3, using: &random) == 0 ? 5 : Int.max
      let shown = try track.play(atMost: limit)
      let frames = shown.filter { $0.shown != .nothing }.map(\.position)
      #expect(frames == (isBackward ? frames.sorted().reversed() : frames.sorted()))
      if limit == .max {
        expect(
          shown.sorted { $0.position < $1.position }, Array(start..<end), segments, unit,
          "\(start)..<\(end) at rate \(isBackward ? -1 : 1), seed \(seed), \(ticks)")
      }
    }
  }

  // MARK: Speeds

  @Test func `slow motion repeats frames, and fast motion leaves frames out`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: MediaTime(1, over: 25), count: 100)])
    func numbers(_ length: Int, of source: Int) throws -> [Int64] {
      var track = try FakeTrack([Self.segment((0, length), "1", (0, source))], in: files)
      return try track.play().compactMap {
        if case .frame(_, let number) = $0.shown { number } else { nil }
      }
    }
    #expect(try numbers(400, of: 200) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    #expect(try numbers(200, of: 400) == [0, 2, 4, 6, 8])
    #expect(try numbers(200, of: 600) == [0, 3, 6, 9, 12])
    // Frame k shows 40·2/3·k ms.
    #expect(try numbers(240, of: 160) == [0, 0, 1, 2, 2, 3])
  }

  @Test func `a freeze shows the same frame for its whole duration`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: MediaTime(1, over: 25), count: 100)])
    var track = try FakeTrack([Self.segment((0, 4_000), "1", (1_000, 1_001))], in: files)
    let shown = try track.play()
    #expect(shown.count == 100 && Set(shown.map(\.shown)) == [.frame(clip: 1, 25)])
    #expect(files.seekCount == 0)
  }

  @Test(arguments: [1.5, 2, 4, -2, -3.5])
  func `fast forward may skip frames`(rate: Double) throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: MediaTime(1, over: 25), count: 100)])
    var track = try FakeTrack([Self.segment((0, 4_000), "1", (0, 4_000))], in: files)
    track.seek(3, 77, rate: rate, skips: true)
    let step = Int64(abs(rate).rounded(.up))
    let forward = Array(stride(from: Int64(3), to: 77, by: Int64.Stride(step)))
    // The last frame is shown by itself, then the first of each group of frames.
    let backward = Array(stride(from: Int64(76), to: 3, by: -Int64.Stride(step))) + [3]
    let expected = rate > 0 ? forward : backward
    #expect(try track.play().map(\.shown) == expected.map { .frame(clip: 1, $0) })
  }

  @Test func `a still is shown for the whole of its segment, and after each seek`() throws {
    let files = FakeFiles(["7": .still(clip: 7)])
    var track = try FakeTrack([Self.segment((1_000, 3_000), "7", (0, 2_000))], in: files)
    #expect(
      try track.play().map(\.shown)
        == Array(repeating: .nothing, count: 25) + Array(repeating: .frame(clip: 7, 0), count: 50))
    for (start, rate) in [(60, 1.0), (30, 1), (40, -1)] {
      track.seek(Int64(start), Int64(start) + 5, rate: rate)
      #expect(try track.play().map(\.shown) == Array(repeating: .frame(clip: 7, 0), count: 5))
    }
    #expect(files.opened == ["7"])
  }

  @Test func `each turn of a loop shows the same frames, from the same reader`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: MediaTime(1, over: 25), count: 100)])
    var track = try FakeTrack([Self.segment((0, 3_000), "1", (500, 3_500))], in: files)
    for _ in 0..<5 {
      track.seek(10, 40)
      #expect(try track.play().map(\.shown) == (22..<52).map { .frame(clip: 1, $0) })
    }
    #expect(files.opened == ["1"])
  }

  @Test func `a seek past the end shows nothing, and a seek back works`() throws {
    let files = FakeFiles(["1": .video(clip: 1, frameDuration: MediaTime(1, over: 25), count: 100)])
    var track = try FakeTrack([Self.segment((0, 2_000), "1", (0, 2_000))], in: files)
    track.seek(500, nil)
    #expect(try track.play().isEmpty)
    track.seek(49, nil)
    #expect(try track.play().map(\.shown) == [.frame(clip: 1, 49)])
  }

  @Test func `a source that cannot seek is read from its start`() throws {
    var source = FakeSource.video(clip: 1, frameDuration: MediaTime(1, over: 25), count: 500)
    source.canSeek = false
    let files = FakeFiles(["1": source])
    var track = try FakeTrack([Self.segment((0, 1_000), "1", (15_000, 16_000))], in: files)
    #expect(try track.play().map(\.shown) == (375..<400).map { .frame(clip: 1, $0) })
    #expect(files.seekCount == 0)
  }

  @Test func `a source without a frame rate shows its frames by their time stamps`() throws {
    let starts: [Int64] = [0, 95, 100, 460, 1_200]
    let samples = starts.enumerated().map { index, start in
      FakeSample(clip: 3, number: Int64(index), start: start * 1_000_000, duration: 40_000_000)
    }
    let files = FakeFiles(["3": FakeSource(samples: samples)])
    var track = try FakeTrack([Self.segment((0, 1_300), "3", (0, 1_300))], in: files)
    let shown = try track.play()
    for (frame, shown) in shown {
      let last = starts.lastIndex { $0 <= frame * 40 } ?? 0
      #expect(shown == .frame(clip: 3, Int64(last)), "\(frame)")
    }
    #expect(shown.count == 33)
  }

  @Test func `before the first frame of a source, the first frame is shown`() throws {
    let samples = (0..<50).map { index in
      FakeSample(
        clip: 3, number: Int64(index), start: 400_000_000 + Int64(index) * 40_000_000,
        duration: 40_000_000, rate: .init(numerator: 25, denominator: 1))
    }
    let files = FakeFiles(["3": FakeSource(samples: samples)])
    var track = try FakeTrack([Self.segment((0, 800), "3", (0, 800))], in: files)
    #expect(
      try track.play().map(\.shown)
        == Array(repeating: .frame(clip: 3, 0), count: 10) + (0..<10).map { .frame(clip: 3, $0) })
  }
}
