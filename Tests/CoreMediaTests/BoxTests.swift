import CoreMedia
import Testing

/// Boxes, dictionaries, descriptions and old names.
struct BoxTests {
  let time = CMTime(value: 5, timescale: 30)
  let range = CMTimeRange(
    start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 3, timescale: 4))

  @Test func `1.8: an NSValue holds times, ranges and mappings`() {
    #expect(NSValue(time: time).timeValue == time)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    let mapping = CMTimeMapping(source: range, target: range)
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
    #expect(NSValue(time: time).isEqual(NSValue(time: time)))
    let values = [NSValue(time: time), NSValue(timeRange: range)] as [NSValue]
    #expect(values.map(\.timeValue)[0] == time)
  }

  @Test(arguments: [
    CMTime(value: 5, timescale: 30), .invalid, .indefinite, .positiveInfinity, .negativeInfinity,
    CMTime(value: -7, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 9),
  ])
  func `1.8: times survive a dictionary`(time: CMTime) throws {
    let fields = try #require(CMTimeCopyAsDictionary(time, allocator: nil))
    let read = CMTimeMakeFromDictionary(fields)
    #expect(read.value == time.value)
    #expect(read.timescale == time.timescale)
    #expect(read.flags == time.flags)
    #expect(read.epoch == time.epoch)
  }

  @Test func `1.8: the keys of dictionaries have names`() throws {
    let fields = try #require(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault))
    #expect((fields[kCMTimeValueKey] as? NSNumber)?.int64Value == 5)
    #expect((fields[kCMTimeScaleKey] as? NSNumber)?.int32Value == 30)
    #expect((fields[kCMTimeEpochKey] as? NSNumber)?.int64Value == 0)
    #expect((fields[kCMTimeFlagsKey] as? NSNumber)?.uint32Value == 1)
    #expect(!CMTimeMakeFromDictionary([:]).isValid)
  }

  @Test func `1.8: ranges survive a dictionary`() throws {
    let fields = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
    #expect(CMTimeRangeMakeFromDictionary(fields) == range)
  }

  @Test func `1.8: descriptions name value, timescale and seconds`() throws {
    let text = try #require(
      CMTimeCopyDescription(allocator: nil, time: CMTime(value: 3000, timescale: 600)) as String?)
    #expect(text.contains("3000/600"))
    #expect(text.contains("5.000"))
    #expect(CMTimeCopyDescription(allocator: nil, time: .invalid)?.contains("INVALID") == true)
    #expect(
      CMTimeCopyDescription(allocator: nil, time: .indefinite)?.contains("INDEFINITE") == true)
    #expect(
      CMTimeCopyDescription(allocator: nil, time: .positiveInfinity)?.contains("INFINITY") == true)
    #expect(CMTimeRangeCopyDescription(allocator: nil, range: range)?.contains("1/2") == true)
  }

  @Test func `shape: a program may add its own descriptions`() {
    // A conformance of the module's own would win over that of the program.
    #expect(!(CMTime.zero as Any is any CustomStringConvertible))
    #expect(!(CMTimeRange.zero as Any is any CustomStringConvertible))
    #expect(!(CMTime.zero as Any is any CustomDebugStringConvertible))
  }

  @Test func `shape: fields can be assigned`() {
    var half = range
    half.duration.timescale *= 2
    half.start = .zero
    #expect(half == CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 8)))
    var time = self.time
    time.value = 10
    #expect(time.seconds == 1.0 / 3)
  }

  @Test func `1.8: absolute values`() {
    #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)).seconds == 1.5)
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    #expect(CMTimeMake(value: 1, timescale: 2) == CMTime(value: 1, timescale: 2))
  }

  @Test func `1.6: a track identifier of 0 is none`() {
    #expect(kCMPersistentTrackID_Invalid == 0)
    #expect(MemoryLayout<CMPersistentTrackID>.size == 4)
  }
}

/// The names of Swift 2 and 3, called through a protocol because they are deprecated.
private protocol OldSpelling {
  func times() -> [CMTime]
  func ranges() -> [CMTimeRange]
}

private struct Spelling: OldSpelling {
  @available(*, deprecated) func times() -> [CMTime] {
    [
      kCMTimeZero, CMTimeMake(1, 30), CMTimeMakeWithSeconds(0.5, 600),
      CMTimeMultiply(CMTimeMake(1, 30), 3), kCMTimePositiveInfinity, kCMTimeInvalid,
    ]
  }
  @available(*, deprecated) func ranges() -> [CMTimeRange] {
    [kCMTimeRangeZero, CMTimeRangeMake(kCMTimeZero, CMTimeMake(2, 1)), kCMTimeRangeInvalid]
  }
}

struct OldNameTests {
  @Test func `1.8: names of Swift 3 mean the same`() {
    let old: any OldSpelling = Spelling()
    let times = old.times()
    #expect(times[0] == .zero)
    #expect(times[1] == CMTime(value: 1, timescale: 30))
    #expect(times[2] == CMTime(value: 300, timescale: 600))
    #expect(times[3] == CMTime(value: 1, timescale: 10))
    #expect(times[4].isPositiveInfinity && !times[5].isValid)
    let ranges = old.ranges()
    #expect(ranges[1] == CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1)))
    #expect(ranges[0].isEmpty && !ranges[2].isValid)
  }
}
