import CutawayTime
import Testing

struct MediaTimeRoundingTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `floor, ceiling and nearest are those of the exact quotient`(seed: UInt64) {
    var times = RandomTimes(seed: seed)
    let time = times.next().time
    let unit = [
      MediaTime(1), MediaTime(1, over: 25), MediaTime(1001, over: 30_000),
      MediaTime(1, over: 48_000),
      MediaTime(7, over: 3),
    ][Int(seed % 5)]
    let floor = time.floored(in: unit)
    let ceiling = time.ceiled(in: unit)
    let nearest = time.rounded(in: unit)
    #expect(unit * Int(floor) <= time)
    #expect(unit * Int(floor + 1) > time)
    #expect(unit * Int(ceiling) >= time)
    #expect(unit * Int(ceiling - 1) < time)
    #expect(nearest == floor || nearest == ceiling)
    let (below, above) = (time - unit * Int(floor), unit * Int(floor + 1) - time)
    #expect(nearest == (below < above ? floor : floor + 1))
  }

  @Test(
    arguments: [
      (MediaTime(5, over: 2), 2, 3, 3), (MediaTime(-5, over: 2), -3, -2, -2),
      (MediaTime(3), 3, 3, 3),
      (MediaTime(-3), -3, -3, -3), (.zero, 0, 0, 0), (MediaTime(9, over: 4), 2, 3, 2),
      (MediaTime(-9, over: 4), -3, -2, -2),
    ] as [(MediaTime, Int64, Int64, Int64)])
  func `halves round up`(time: MediaTime, floor: Int64, ceiling: Int64, nearest: Int64) {
    let second = MediaTime(1)
    #expect(time.floored(in: second) == floor)
    #expect(time.ceiled(in: second) == ceiling)
    #expect(time.rounded(in: second) == nearest)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `nanoseconds are truncated, as in GStreamer`(seed: UInt64) {
    var times = RandomTimes(seed: seed)
    let (time, value, scale) = times.next()
    #expect(time.nanoseconds == Int64(Int128(value) * 1_000_000_000 / Int128(scale)))
    #expect(MediaTime(nanoseconds: time.nanoseconds).nanoseconds == time.nanoseconds)
  }

  @Test func `a frame ends in the nanosecond in which the next one starts`() {
    let frame = MediaTime(1001, over: 30_000)
    let starts = (0...1_000).map { (frame * $0).nanoseconds }
    #expect(starts[1] == 33_366_666)
    #expect(starts[30_000 / 30] == 33_366_666_666)
    let lengths = zip(starts.dropFirst(), starts).map { $0 - $1 }
    #expect(Set(lengths) == [33_366_666, 33_366_667])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `seconds are the nearest double`(seed: UInt64) {
    var times = RandomTimes(seed: seed)
    let (time, value, scale) = times.next()
    #expect(time.seconds == Double(value) / Double(scale))
  }
}
