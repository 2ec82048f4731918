import CutawayModel
import CutawayTime
import Testing

struct TrackEditingTests {
  private func track(_ segments: Segment...) throws -> Track {
    try Track(id: "v", mediaType: .video, segments: segments)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `random edits equal the same edits of a list of seconds`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var track = Track(id: "v", mediaType: .video)
    var oracle = TickTrack()
    for step in 0..<250 {
      try edit(&track, &oracle, &random)
      try #require(track.shows(oracle), "step \(step) of \(seed)")
      let time = MediaTime(Int64.random(in: 0...3_000, using: &random), over: 30)
      try #require(track.shows(oracle, at: time), "\(time) after step \(step) of \(seed)")
      let end = time + MediaTime(Int64.random(in: 1...300, using: &random), over: 30)
      let part = TimeRange(start: time, end: end)
      try #require(
        Array(track.segments(overlapping: part))
          == track.segments.filter { $0.target.overlaps(part) },
        "\(part) after step \(step) of \(seed)")
    }
  }

  private func edit(
    _ track: inout Track, _ oracle: inout TickTrack, _ random: inout SplitMix64
  ) throws {
    let length = oracle.ticks.count
    let start = Int.random(in: 0...length + 3, using: &random)
    let count = Int.random(in: 1...9, using: &random)
    let span = range(Int64(start), Int64(start + count))
    switch Int.random(in: 0...(length > 80 ? 4 : 9), using: &random) {
    case 0...3:
      try track.remove(span)
      oracle.remove(from: start, to: start + count)
    case 4...5:
      try track.insertEmpty(span)
      oracle.insertEmpty(count: count, at: start)
    case 6...7 where start + count <= length:
      let isUniform = oracle.isUniform(from: start, to: start + count)
      let new = isUniform ? Int.random(in: 1...12, using: &random) : count * 2
      try track.scale(span, to: MediaTime(Int64(new)))
      oracle.scale(from: start, to: start + count, count: new)
    default:
      let position = Int.random(in: 0...50, using: &random)
      let asset: Asset.ID = Bool.random(using: &random) ? "a" : "b"
      try track.insert(
        media(asset, Int64(position), Int64(position + count)), at: seconds(Int64(start)))
      oracle.insert(asset, from: position, count: count, at: start)
    }
  }

  @Test func `an insertion splits the segment at its time`() throws {
    var track = try track(Segment(target: range(0, 10), media: media("a", 5, 15)))
    try track.insert(media("b", 0, 2), at: seconds(4))
    #expect(
      track.segments == [
        Segment(target: range(0, 4), media: media("a", 5, 9)),
        Segment(target: range(4, 6), media: media("b", 0, 2)),
        Segment(target: range(6, 12), media: media("a", 9, 15)),
      ])
  }

  @Test func `an insertion past the end leaves a gap`() throws {
    var track = try track(Segment(target: range(0, 2), media: media("a", 0, 2)))
    try track.insert(media("b", 7, 8), at: seconds(5))
    #expect(track.segments.map(\.target) == [range(0, 2), range(2, 5), range(5, 6)])
    #expect(track.segments.map(\.isEmpty) == [false, true, false])
  }

  @Test func `a track does not end with an empty segment`() throws {
    var track = try track(
      Segment(target: range(0, 2), media: media("a", 0, 2)), Segment(target: range(2, 5)),
      Segment(target: range(5, 6), media: media("b", 0, 1)))
    try track.remove(range(5, 9))
    #expect(track.segments.map(\.target) == [range(0, 2)])
    try track.insertEmpty(range(2, 3))
    #expect(track.segments.map(\.target) == [range(0, 2)])
  }

  @Test func `adjacent empty segments are merged`() throws {
    var track = try track(
      Segment(target: range(0, 2)), Segment(target: range(2, 3), media: media("a", 0, 1)),
      Segment(target: range(3, 5)), Segment(target: range(5, 6), media: media("b", 0, 1)))
    try track.remove(range(2, 3))
    #expect(track.segments.map(\.target) == [range(0, 4), range(4, 5)])
  }

  @Test func `scaling a range changes its speed and moves later segments`() throws {
    var track = try track(
      Segment(target: range(0, 8), media: media("a", 0, 8)),
      Segment(target: range(8, 9), media: media("b", 0, 1)))
    try track.scale(range(2, 6), to: seconds(2))
    #expect(track.segments.map(\.target) == [range(0, 2), range(2, 4), range(4, 6), range(6, 7)])
    #expect(track.segments[1].media == media("a", 2, 6))
    #expect(track.segments[1].mapping?.speed == seconds(2))
    #expect(track.segments[2].media == media("a", 6, 8))
  }

  @Test(arguments: [range(3, 3), range(3, 2), range(-1, 2)])
  func `an empty range cannot be edited`(range: TimeRange) throws {
    let before = try track(Segment(target: ModelTests.range(0, 9), media: media("a", 0, 9)))
    var track = before
    #expect(throws: CompositionError.self) { try track.remove(range) }
    #expect(throws: CompositionError.self) { try track.insertEmpty(range) }
    #expect(throws: CompositionError.self) { try track.scale(range, to: seconds(1)) }
    #expect(throws: CompositionError.self) {
      try track.insert(Segment.Media(asset: "a", source: range), at: seconds(1))
    }
    #expect(track == before)
  }

  @Test func `a range outside a track cannot be edited`() throws {
    let before = try track(Segment(target: range(0, 9), media: media("a", 0, 9)))
    var track = before
    let errors = [
      #expect(throws: CompositionError.self) { try track.scale(range(5, 10), to: seconds(1)) },
      #expect(throws: CompositionError.self) {
        try track.insert(media("a", 0, 1), at: seconds(-1))
      },
    ]
    #expect(errors.map { $0?.code } == [.outOfRange, .outOfRange])
    #expect(throws: CompositionError.self) { try track.scale(range(5, 6), to: .zero) }
    #expect(track == before)
    try track.remove(range(20, 30))
    #expect(track == before)
  }

  @Test(arguments: [
    ([Segment(target: range(1, 2))], CompositionError.Code.notContiguous),
    ([Segment(target: range(0, 2)), Segment(target: range(3, 4))], .notContiguous),
    ([Segment(target: range(0, 2)), Segment(target: range(1, 4))], .notContiguous),
    ([Segment(target: range(0, 0))], .emptyRange),
    ([Segment(target: range(0, 1), media: media("a", 2, 2))], .emptyRange),
    ([Segment(target: range(0, 1), media: media("a", -1, 2))], .outOfRange),
  ])
  func `segments must follow each other`(segments: [Segment], code: CompositionError.Code) {
    let error = #expect(throws: CompositionError.self) {
      try Track(id: "v", mediaType: .video, segments: segments)
    }
    #expect(error?.code == code)
  }
}

extension Track {
  /// Whether the track is valid and equals a list of seconds.
  fileprivate func shows(_ oracle: TickTrack) -> Bool {
    do { try Track.validate(segments) } catch { return false }
    let hasMeetingHoles = zip(segments, segments.dropFirst()).contains { $0.isEmpty && $1.isEmpty }
    if hasMeetingHoles || segments.last?.isEmpty == true { return false }
    if duration != MediaTime(Int64(oracle.ticks.count)) { return false }
    return segments.allSatisfy { segment in
      let start = segment.target.start
      guard start.denominator == 1, segment.target.end.denominator == 1 else { return false }
      let ticks = oracle.ticks[Int(start.numerator)..<Int(segment.target.end.numerator)]
      guard let mapping = segment.mapping else { return ticks.allSatisfy { $0 == nil } }
      let speed = mapping.speed
      return ticks.enumerated().allSatisfy { index, tick in
        tick?.asset == segment.media?.asset && tick?.speed == speed
          && tick?.position == mapping.source.start + speed * index
      }
    }
  }

  /// Whether the track at a time equals the list of seconds.
  fileprivate func shows(_ oracle: TickTrack, at time: MediaTime) -> Bool {
    let whole = time.floored(in: MediaTime(1))
    guard whole < oracle.ticks.count else { return segment(at: time) == nil }
    guard let tick = oracle.ticks[Int(whole)] else { return segment(at: time)?.isEmpty == true }
    return segment(at: time)?.mapping?.sourceTime(at: time)
      == tick.position + tick.speed * (time - MediaTime(whole))
  }
}
