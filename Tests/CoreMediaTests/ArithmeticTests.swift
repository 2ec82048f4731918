import CoreMedia
import Testing

/// Sums, differences and orders against exact fractions: rule 1.8, "Add/Subtract" and "Compare".
struct ArithmeticTests {
  @Test(arguments: [1, -1] as [Int128])
  func `1.8: sums and differences are those of exact fractions`(sign: Int128) {
    var random = TimeGenerator(seed: 18)
    var faults: [String] = []
    for _ in 0..<pairCount where faults.count < 5 {
      let (a, b) = (random.time(), random.time())
      let result = sign > 0 ? a + b : a - b
      let exact = sign > 0 ? Fraction(a) + Fraction(b) : Fraction(a) - Fraction(b)
      let scale = commonScale(a.timescale, b.timescale)
      let (value, isExact) = exact.rounded(to: scale)
      if let fitting = Int64(exactly: value) {
        if result.value != fitting || Int64(result.timescale) != scale
          || result.hasBeenRounded == isExact || result.epoch != 0
        {
          faults.append("\(a) \(sign) \(b) = \(result), not \(value)/\(scale)")
        }
      } else if result.isNumeric {
        // The timescale was halved until the value fitted, rounding each time.
        let own = exact.rounded(to: Int64(result.timescale))
        let halvings = (0..<31).map { Int64(scale) >> Int64($0) }
        if abs(own.value - Int128(result.value)) > 1
          || !halvings.contains(Int64(result.timescale))
          || (!own.isExact && !result.hasBeenRounded)
        {
          faults.append("\(a) \(sign) \(b) = \(result), not near \(own)")
        }
      } else if Int64(exactly: exact.rounded(to: 1).value) != nil
        || result.isPositiveInfinity != (exact.numerator > 0)
      {
        faults.append("\(a) \(sign) \(b) = \(result), which is no infinity")
      }
    }
    #expect(faults == [])
  }

  @Test func `1.8: the order of times is that of exact fractions`() {
    var random = TimeGenerator(seed: 19)
    var faults: [String] = []
    for _ in 0..<pairCount where faults.count < 5 {
      let a = random.time()
      let b = random.bits() % 2 == 0 ? random.time() : a
      let left = Int128(a.value) * Int128(b.timescale)
      let right = Int128(b.value) * Int128(a.timescale)
      let order: Int32 = left == right ? 0 : left < right ? -1 : 1
      if CMTimeCompare(a, b) != order || (a < b) != (order < 0) || (a == b) != (order == 0)
        || (a <= b) != (order <= 0) || (a > b) != (order > 0)
      {
        faults.append("\(a) ? \(b)")
      }
    }
    #expect(faults == [])
  }

  @Test func `1.8: equal times have equal hashes`() {
    var random = TimeGenerator(seed: 20)
    var faults: [String] = []
    for _ in 0..<20_000 {
      let time = random.shortTime(), factor = Int64(random.bits() % 40 + 1)
      guard let scale = Int32(exactly: Int64(time.timescale) * factor) else { continue }
      let same = CMTime(value: time.value * factor, timescale: scale)
      if time != same || time.hashValue != same.hashValue { faults.append("\(time) \(same)") }
    }
    #expect(faults == [])
    #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
    #expect(Set([CMTime.zero, CMTime(value: 0, timescale: 600)]).count == 1)
  }

  @Test func `1.8: equal timescales are kept`() {
    let sum = CMTime(value: 300, timescale: 600) + CMTime(value: 300, timescale: 600)
    #expect(sum.value == 600)
    #expect(sum.timescale == 600)
    #expect(!sum.hasBeenRounded)
  }

  @Test func `1.8: different timescales give their least common multiple`() {
    let sum = CMTimeAdd(CMTime(value: 1, timescale: 24), CMTime(value: 1, timescale: 30))
    #expect(sum.timescale == 120)
    #expect(sum.value == 9)
    let difference = CMTimeSubtract(
      CMTime(value: 1, timescale: 24), CMTime(value: 1, timescale: 30))
    #expect(difference.timescale == 120)
    #expect(difference.value == 1)
  }

  @Test func `1.8: a multiple above the largest timescale becomes that timescale, rounded`() {
    let a = CMTime(value: 1, timescale: 1_000_000_007), b = CMTime(value: 1, timescale: 998_244_353)
    let sum = a + b
    #expect(sum.timescale == kCMTimeMaxTimescale)
    #expect(sum.hasBeenRounded)
    // (1/1000000007 + 1/998244353) · 2147483647 = 4.2987…
    #expect(sum.value == 4)
  }

  @Test func `1.8: an overflowing value halves the timescale`() {
    let big = CMTime(value: .max, timescale: 600)
    let sum = big + big
    #expect(sum.timescale == 300)
    #expect(sum.value == .max)
    let most = CMTime(value: .max, timescale: 1)
    #expect((most + most).isPositiveInfinity)
    let least = CMTime(value: -.max, timescale: 1)
    #expect((least - most).isNegativeInfinity)
  }

  @Test func `1.8: a rounded operand makes the result rounded`() {
    var rounded = CMTime(value: 1, timescale: 30)
    rounded.flags.insert(.hasBeenRounded)
    #expect((rounded + CMTime(value: 1, timescale: 30)).hasBeenRounded)
    #expect((CMTime(value: 1, timescale: 30) - rounded).hasBeenRounded)
  }
}
