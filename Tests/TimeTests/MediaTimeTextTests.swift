import CutawayTime
import Foundation
import Testing

struct MediaTimeTextTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a written time reads back equal`(seed: UInt64) throws {
    var times = RandomTimes(seed: seed)
    let time = times.next().time
    #expect(MediaTime(time.description) == time)
    let coded = try JSONDecoder().decode(MediaTime.self, from: JSONEncoder().encode(time))
    #expect(coded == time)
  }

  @Test(arguments: [
    MediaTime(.max), MediaTime(.max, over: .max - 1),
    MediaTime(9_189_700_151_197_044_602, over: 6_126_466_767_464_696_397),
    MediaTime(-1, over: .max),
  ])
  func `the largest numerators and denominators read back`(time: MediaTime) {
    #expect(MediaTime(time.description) == time)
  }

  @Test(arguments: [
    (MediaTime(14), "14"), (MediaTime(1001, over: 30_000), "1001/30000"),
    (MediaTime(-1, over: 2), "-1/2"), (.zero, "0"), (MediaTime(600, over: 600), "1"),
  ])
  func `a time is written as a whole number or a fraction`(time: MediaTime, text: String) {
    #expect(time.description == text)
  }

  @Test(arguments: [
    (MediaTime(1329, over: 1000), "1.329"), (MediaTime(14), "14"), (MediaTime(-1, over: 2), "-0.5"),
    (MediaTime(1, over: 3), "0.333333"), (MediaTime(77, over: 15), "5.133333"),
    (MediaTime(1001, over: 30_000), "0.033367"), (MediaTime(-2, over: 3), "-0.666667"),
    (MediaTime(1, over: 1_000_000_000), "0.000000001"), (MediaTime(1, over: 1024), "0.000977"),
    (MediaTime(.max), "9223372036854775807"),
  ])
  func `a message shows a decimal, rounded to a microsecond if it has no end`(
    time: MediaTime, text: String
  ) {
    #expect(time.text == text)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a time in a message is exact, or within half a microsecond`(seed: UInt64) throws {
    var times = RandomTimes(seed: seed)
    let time = times.next().time, other = times.next().time
    #expect(!time.text.contains("/"))
    let shown = try #require(MediaTime(time.text))
    // A decimal of nine digits exists where 10⁹ is a multiple of the denominator.
    if 1_000_000_000 % time.denominator == 0 { #expect(shown == time) }
    #expect(abs(shown.seconds - time.seconds) <= 0.5e-6 + abs(time.seconds) * 1e-15)
    let range = TimeRange(start: time, end: other).text
    #expect(range == "\(time.text)–\(other.text)")
  }

  @Test(arguments: [
    (MediaTime(823, over: 2940), "0.28"), (MediaTime(1, over: 30), "0.033"), (MediaTime(2), "2"),
    (MediaTime(-1, over: 3), "-0.333"), (MediaTime(19_999, over: 10_000), "2"),
  ])
  func `a measured time is rounded to the millisecond`(time: MediaTime, text: String) {
    #expect(time.shortText == text)
  }

  @Test(
    arguments: [
      ("0.1", 1, 10), ("12", 12, 1), ("-0.25", -1, 4), ("+3.5", 7, 2), (".5", 1, 2), ("5.", 5, 1),
      ("1e-3", 1, 1000), ("25E2", 2500, 1), ("1.5e1", 15, 1), ("1/30", 1, 30), ("2/60", 1, 30),
      ("0.5/0.25", 2, 1), ("-1/2", -1, 2), ("1e-18", 1, 1_000_000_000_000_000_000),
      ("-0", 0, 1), ("00012", 12, 1),
    ] as [(String, Int64, Int64)])
  func `decimals are read exactly`(text: String, value: Int64, scale: Int64) {
    #expect(MediaTime(text) == MediaTime(value, over: scale))
  }

  @Test(arguments: [
    "", " ", "a", "1 ", " 1", "1,5", "1.2.3", "-", "+", ".", "e5", "1e", "1e1.5", "1e99", "--1",
    "1/0", "1/", "/1", "1/-2", "1/2/3", "inf", "nan", "0x10", "1_000", "1f", "٣", "１", "1e+", "1-",
    "12345678901234567890", "9223372036854775808", "1e18e1", "9999999999e10",
  ])
  func `text that is not a number is refused`(text: String) {
    #expect(MediaTime(text) == nil)
  }
}
