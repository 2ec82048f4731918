import CoreMedia
import Testing

/// Ranges and mappings: rule 1.8, "Ranges".
struct RangeTests {
  static func seconds(_ start: Int64, _ duration: Int64) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: start, timescale: 1), duration: CMTime(value: duration, timescale: 1))
  }
  static func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

  @Test func `1.8: the end does not belong to a range`() {
    let range = Self.seconds(2, 3)
    #expect(range.end == Self.time(5))
    #expect(CMTimeRangeGetEnd(range) == Self.time(5))
    #expect(range.containsTime(Self.time(2)))
    #expect(!range.containsTime(Self.time(5)))
    #expect(!CMTimeRangeContainsTime(range, time: Self.time(5)))
    #expect(CMTimeRangeContainsTime(range, time: CMTime(value: 4_999, timescale: 1000)))
    #expect(!Self.seconds(2, 0).containsTime(Self.time(2)))
  }

  @Test func `1.8: a duration in another epoch makes the range invalid`() {
    let duration = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(!CMTimeRangeMake(start: .zero, duration: duration).isValid)
  }

  @Test func `1.8: validity needs valid parts and a duration that is not negative`() {
    #expect(Self.seconds(0, 1).isValid)
    #expect(CMTIMERANGE_IS_INVALID(Self.seconds(0, -1)))
    #expect(!CMTimeRange(start: .invalid, duration: .zero).isValid)
    #expect(!CMTimeRange(start: .zero, duration: .invalid).isValid)
    #expect(!CMTimeRange().isValid && !CMTimeRange.invalid.isValid)
    #expect(CMTIMERANGE_IS_EMPTY(Self.seconds(4, 0)) && Self.seconds(4, 0).isEmpty)
    #expect(!CMTimeRange.invalid.isEmpty)
    #expect(CMTIMERANGE_IS_INDEFINITE(CMTimeRange(start: .zero, duration: .indefinite)))
  }

  @Test func `1.8: a range from its ends`() {
    let range = CMTimeRangeFromTimeToTime(start: Self.time(2), end: Self.time(5))
    #expect(range == Self.seconds(2, 3))
    #expect(CMTimeRangeEqual(range, CMTimeRange(start: Self.time(2), end: Self.time(5))))
  }

  @Test func `1.8: unions cover both ranges, intersections are their common part`() {
    let (a, b) = (Self.seconds(0, 4), Self.seconds(3, 5))
    #expect(a.union(b) == Self.seconds(0, 8))
    #expect(a.intersection(b) == Self.seconds(3, 1))
    #expect(
      CMTimeRangeGetUnion(Self.seconds(0, 1), otherRange: Self.seconds(5, 1)).end == Self.time(6))
    #expect(CMTimeRangeGetIntersection(Self.seconds(0, 1), otherRange: Self.seconds(5, 1)).isEmpty)
    #expect(a.containsTimeRange(Self.seconds(1, 3)))
    #expect(!CMTimeRangeContainsTimeRange(a, otherRange: b))
  }

  @Test func `1.8: random unions and intersections agree with whole numbers`() {
    var random = TimeGenerator(seed: 30)
    var faults: [String] = []
    for _ in 0..<20_000 {
      let (s1, d1) = (Int64(random.bits() % 50), Int64(random.bits() % 50))
      let (s2, d2) = (Int64(random.bits() % 50), Int64(random.bits() % 50))
      let (a, b) = (Self.seconds(s1, d1), Self.seconds(s2, d2))
      if a.union(b) != Self.seconds(min(s1, s2), max(s1 + d1, s2 + d2) - min(s1, s2)) {
        faults.append("union \(a) \(b)")
      }
      let (start, end) = (max(s1, s2), min(s1 + d1, s2 + d2))
      let common = a.intersection(b)
      if start < end ? common != Self.seconds(start, end - start) : !common.isEmpty {
        faults.append("intersection \(a) \(b)")
      }
    }
    #expect(faults == [])
  }

  @Test func `1.8: mapping a time scales it about the starts`() {
    let (from, to) = (Self.seconds(2, 4), Self.seconds(10, 8))
    #expect(CMTimeMapTimeFromRangeToRange(Self.time(3), fromRange: from, toRange: to).seconds == 12)
    #expect(CMTimeMapTimeFromRangeToRange(Self.time(0), fromRange: from, toRange: to).seconds == 6)
    #expect(
      CMTimeMapDurationFromRangeToRange(Self.time(3), fromRange: from, toRange: to).seconds == 6)
    let third = CMTimeMapTimeFromRangeToRange(
      Self.time(1), fromRange: Self.seconds(0, 3), toRange: Self.seconds(0, 1))
    #expect(third == CMTime(value: 1, timescale: 3))
  }

  @Test func `1.8: mapping by an empty range or across epochs is invalid`() {
    let range = Self.seconds(0, 1), empty = Self.seconds(0, 0)
    #expect(!CMTimeMapTimeFromRangeToRange(.zero, fromRange: empty, toRange: range).isValid)
    #expect(!CMTimeMapTimeFromRangeToRange(.zero, fromRange: range, toRange: empty).isValid)
    let other = CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: 4)
    #expect(!CMTimeMapTimeFromRangeToRange(other, fromRange: range, toRange: range).isValid)
  }

  @Test func `1.8: mapping between two endless ranges only shifts`() {
    let from = CMTimeRange(start: Self.time(5), duration: .positiveInfinity)
    let to = CMTimeRange(start: Self.time(100), duration: .positiveInfinity)
    #expect(
      CMTimeMapTimeFromRangeToRange(Self.time(7), fromRange: from, toRange: to).seconds == 102)
  }

  @Test func `1.8: clamping gives the start or the end`() {
    let range = Self.seconds(2, 3)
    #expect(CMTimeClampToRange(Self.time(0), range: range) == Self.time(2))
    #expect(CMTimeClampToRange(Self.time(4), range: range) == Self.time(4))
    #expect(CMTimeClampToRange(Self.time(9), range: range) == Self.time(5))
    #expect(!CMTimeClampToRange(Self.time(9), range: Self.seconds(2, 0)).isValid)
  }

  @Test(arguments: [(0, 3), (1, 4), (2, 2), (4, 4), (5, 2), (7, 4), (-1, 2), (300, 3)])
  func `1.8: folding repeats a range in both directions`(time: Int64, folded: Int64) {
    #expect(
      CMTimeFoldIntoRange(Self.time(time), foldRange: Self.seconds(2, 3)) == Self.time(folded))
  }

  @Test func `1.8: a mapping whose source starts at no time is an empty edit`() {
    let empty = CMTimeMappingMakeEmpty(target: Self.seconds(0, 3))
    #expect(!empty.source.start.isValid)
    #expect(empty.target == Self.seconds(0, 3))
    let mapping = CMTimeMappingMake(source: Self.seconds(1, 2), target: Self.seconds(0, 4))
    #expect(mapping.source.duration.seconds / mapping.target.duration.seconds == 0.5)
    #expect(!CMTimeMapping.invalid.target.isValid)
  }
}
