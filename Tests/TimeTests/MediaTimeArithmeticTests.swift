import CutawayTime
import Testing

struct MediaTimeArithmeticTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `sums, differences, products and ratios are exact`(seed: UInt64) {
    var times = RandomTimes(seed: seed)
    let (a, p, q) = times.next()
    let (b, r, s) = times.next()
    let (pp, qq, rr, ss) = (Int128(p), Int128(q), Int128(r), Int128(s))
    #expect(Fraction(a + b) == Fraction(pp * ss + rr * qq, qq * ss))
    #expect(Fraction(a - b) == Fraction(pp * ss - rr * qq, qq * ss))
    #expect(Fraction(a * b) == Fraction(pp * rr, qq * ss))
    #expect(Fraction(a * 7) == Fraction(pp * 7, qq))
    #expect(Fraction(-a) == Fraction(-pp, qq))
    if r != 0 { #expect(Fraction(a / b) == Fraction(pp * ss * (r < 0 ? -1 : 1), qq * abs(rr))) }
    #expect((a < b) == (pp * ss < rr * qq))
    #expect((a == b) == (pp * ss == rr * qq))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `the laws of fractions hold`(seed: UInt64) {
    var times = RandomTimes(seed: seed)
    let (a, b, c) = (times.next().time, times.next().time, times.next().time)
    #expect(a + b == b + a)
    #expect((a + b) + c == a + (b + c))
    #expect(a + .zero == a)
    #expect(a - a == .zero)
    #expect(a - b == -(b - a))
    #expect((a - b) + b == a)
    #expect((a + b) * 3 == a * 3 + b * 3)
    if b != .zero { #expect(a / b * b == a) }
    #expect([a < b, a == b, b < a].count { $0 } == 1)
    if a < b { #expect(a + c < b + c) }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a time is in lowest terms, over a positive denominator`(seed: UInt64) {
    var times = RandomTimes(seed: seed)
    let (a, b) = (times.next().time, times.next().time)
    for time in [a, b, a + b, a - b, a * b, -a] {
      #expect(time.denominator > 0)
      let divisors = (2...1_100 as ClosedRange<Int64>).filter {
        time.numerator % $0 == 0 && time.denominator % $0 == 0
      }
      #expect(divisors.isEmpty || time.numerator == 0 && time.denominator == 1)
    }
  }

  @Test func `equal times are equal at any timescale`() {
    #expect(MediaTime(1, over: 2) == MediaTime(300, over: 600))
    #expect(MediaTime(0, over: 600) == .zero)
    #expect(MediaTime(1, over: 2).hashValue == MediaTime(300, over: 600).hashValue)
    #expect(MediaTime(-3, over: 9) == MediaTime(-1, over: 3))
  }

  @Test(
    arguments: [
      (Int64.max, 1), (.max, .max), (.min + 1, 1), (1, .max), (.max - 1, .max), (.min, 1),
      (.min, 2),
    ] as [(Int64, Int64)])
  func `the largest numbers do not trap`(value: Int64, scale: Int64) {
    let time = MediaTime(value, over: scale)
    #expect(Fraction(time) == Fraction(Int128(value), Int128(scale)))
    #expect(Fraction(time + .zero) == Fraction(time))
    let others = [
      time + time, time * time, time * .max, time - MediaTime(.max), time / MediaTime(3),
    ]
    #expect(others.allSatisfy { $0.denominator > 0 })
  }

  @Test func `a sum that does not fit 64 bits is rounded`() {
    let a = MediaTime(1, over: 4_611_686_018_427_387_847)
    let b = MediaTime(1, over: 4_611_686_018_427_387_817)
    let sum = a + b
    #expect(abs(sum.seconds - (a.seconds + b.seconds)) <= 1e-18)
    #expect(sum >= .zero)
    #expect(MediaTime(.max) + MediaTime(.max) == MediaTime(.max))
    #expect(MediaTime(.min + 1) - MediaTime(.max) == MediaTime(.min + 1))
  }
}
