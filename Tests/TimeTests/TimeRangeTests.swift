import CutawayTime
import Testing

struct TimeRangeTests {
  private func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start), end: MediaTime(end))
  }

  @Test func `a range has its start but not its end`() {
    let range = range(2, 5)
    #expect(range.contains(MediaTime(2)))
    #expect(range.contains(MediaTime(49, over: 10)))
    #expect(!range.contains(MediaTime(5)))
    #expect(!range.contains(MediaTime(19, over: 10)))
    #expect(range.duration == MediaTime(3))
    #expect(range.end == MediaTime(5))
    #expect(range.description == "2..5")
  }

  @Test(
    arguments: [
      (2, 5, 3, 9, 3, 5), (3, 9, 2, 5, 3, 5), (2, 9, 3, 5, 3, 5), (2, 5, 2, 5, 2, 5),
    ] as [(Int64, Int64, Int64, Int64, Int64, Int64)])
  func `an intersection contains the times in both ranges`(
    a: Int64, b: Int64, c: Int64, d: Int64, start: Int64, end: Int64
  ) {
    #expect(range(a, b).intersection(range(c, d)) == range(start, end))
    #expect(range(a, b).overlaps(range(c, d)))
  }

  @Test(
    arguments: [(2, 5, 5, 9), (5, 9, 2, 5), (0, 1, 3, 4), (2, 2, 0, 9), (5, 2, 0, 9)]
      as [(Int64, Int64, Int64, Int64)])
  func `adjacent and empty ranges have no intersection`(a: Int64, b: Int64, c: Int64, d: Int64) {
    #expect(range(a, b).intersection(range(c, d)) == nil)
    #expect(!range(a, b).overlaps(range(c, d)))
  }

  @Test func `a range contains those inside it`() {
    #expect(range(0, 5).contains(range(0, 5)))
    #expect(range(0, 5).contains(range(1, 4)))
    #expect(!range(0, 5).contains(range(1, 6)))
  }

  @Test func `a mapping is linear`() {
    let mapping = TimeMapping(source: range(20, 24), target: range(18, 20))
    #expect(mapping.speed == MediaTime(2))
    #expect(mapping.sourceTime(at: MediaTime(18)) == MediaTime(20))
    #expect(mapping.sourceTime(at: MediaTime(37, over: 2)) == MediaTime(21))
    #expect(mapping.sourceTime(at: MediaTime(20)) == MediaTime(24))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a part of a mapping maps times like the whole mapping`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    func time() -> MediaTime {
      MediaTime(
        Int64.random(in: 0...9_000, using: &random),
        over: [1, 25, 1001].randomElement(using: &random) ?? 1)
    }
    let mapping = TimeMapping(
      source: TimeRange(start: time(), duration: time() + MediaTime(1)),
      target: TimeRange(start: time(), duration: time() + MediaTime(1)))
    let clip = TimeRange(start: time(), duration: time() + MediaTime(1))
    let part = mapping.clipped(to: clip)
    #expect((part == nil) == !mapping.target.overlaps(clip))
    guard let part else { return }
    #expect(part.target == mapping.target.intersection(clip))
    let middle = (part.target.start + part.target.end) / MediaTime(2)
    #expect(part.sourceTime(at: middle) == mapping.sourceTime(at: middle))
    #expect(part.speed == mapping.speed)
    #expect(mapping.source.contains(part.source))
  }
}
