import CoreMedia
import Testing

/// Products, conversions and seconds: rule 1.8.
struct ScaleTests {
  @Test func `1.8: a product with a whole number keeps the timescale`() {
    var random = TimeGenerator(seed: 21)
    var faults: [String] = []
    for _ in 0..<pairCount / 10 where faults.count < 5 {
      let time = random.time(), factor = Int32(truncatingIfNeeded: random.bits()) >> 12
      let product = CMTimeMultiply(time, multiplier: factor)
      let exact = Int128(time.value) * Int128(factor)
      if let value = Int64(exactly: exact) {
        if product.value != value || product.timescale != time.timescale || product.hasBeenRounded {
          faults.append("\(time) · \(factor) = \(product)")
        }
      } else if product.isNumeric {
        let own = Fraction(exact, Int128(time.timescale)).rounded(to: Int64(product.timescale))
        if abs(own.value - Int128(product.value)) > 1 { faults.append("\(time) · \(factor)") }
      }
    }
    #expect(faults == [])
    #expect(CMTimeMultiply(CMTime(value: .max, timescale: 4), multiplier: 2).timescale == 2)
  }

  @Test func `1.8: a product with a number has a timescale of at least 65536`() {
    let half = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 30), multiplier: 0.5)
    #expect(half.timescale == 30 * 4096)
    #expect(half.value == 2048)
    #expect(!half.hasBeenRounded)
    let third = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 90_000), multiplier: 1.0 / 3)
    #expect(third.timescale == 90_000)
    #expect(third.value == 0)
    #expect(third.hasBeenRounded)
  }

  @Test func `1.8: products with numbers are near those of doubles`() {
    var random = TimeGenerator(seed: 22)
    var faults: [String] = []
    for _ in 0..<20_000 {
      let time = random.shortTime(), factor = Double(Int64(bitPattern: random.bits()) >> 44) / 997
      let product = CMTimeMultiplyByFloat64(time, multiplier: factor)
      let unit = 1 / Double(product.timescale)
      if abs(product.seconds - time.seconds * factor) > 0.51 * unit + 1e-9 * abs(product.seconds) {
        faults.append("\(time) · \(factor) = \(product)")
      }
    }
    #expect(faults == [])
  }

  @Test func `1.8: a product with a fraction is exact if it fits`() {
    let time = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 30), multiplier: 2, divisor: 3)
    #expect(time == CMTime(value: 2, timescale: 90))
    #expect(!time.hasBeenRounded)
    var random = TimeGenerator(seed: 23)
    var faults: [String] = []
    for _ in 0..<20_000 where faults.count < 5 {
      let time = random.shortTime()
      let multiplier = Int32(random.bits() % 2000) - 1000, divisor = Int32(random.bits() % 999) + 1
      let product = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
      let exact = Fraction(
        Int128(time.value) * Int128(multiplier), Int128(time.timescale) * Int128(divisor))
      let isExact = Int64(time.timescale) * Int64(divisor) <= Int64(Int32.max)
      if isExact
        ? Fraction(product) != exact || product.hasBeenRounded
        : abs(exact.rounded(to: Int64(product.timescale)).value - Int128(product.value)) > 1
      {
        faults.append("\(time) · \(multiplier)/\(divisor) = \(product)")
      }
    }
    #expect(faults == [])
  }

  @Test func `1.8: a fraction with divisor 0 is an infinity, and 0·t/0 invalid`() {
    let one = CMTime(value: 1, timescale: 1)
    #expect(CMTimeMultiplyByRatio(one, multiplier: 1, divisor: 0).isPositiveInfinity)
    #expect(CMTimeMultiplyByRatio(one, multiplier: -1, divisor: 0).isNegativeInfinity)
    #expect(!CMTimeMultiplyByRatio(one, multiplier: 0, divisor: 0).isValid)
    #expect(!CMTimeMultiplyByRatio(.invalid, multiplier: 1, divisor: 2).isValid)
  }

  @Test func `1.8: seconds with a timescale of 0 or less are invalid`() {
    #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
    #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: -600).isValid)
  }

  @Test func `1.8: seconds that do not convert back are marked as rounded`() {
    let exact = CMTime(seconds: 1.5, preferredTimescale: 600)
    #expect(exact.value == 900 && exact.timescale == 600 && !exact.hasBeenRounded)
    let rounded = CMTime(seconds: 1.0 / 3, preferredTimescale: 100)
    #expect(rounded.value == 33 && rounded.hasBeenRounded)
  }

  @Test func `1.8: seconds that do not fit halve the timescale`() {
    let time = CMTime(seconds: 1e16, preferredTimescale: 1000)
    #expect(time.timescale < 1000)
    #expect(time.seconds == 1e16)
    #expect(
      CMTime(seconds: .greatestFiniteMagnitude, preferredTimescale: 600) == .positiveInfinity)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
  }

  struct Rounding: Sendable, CustomTestStringConvertible {
    let method: CMTimeRoundingMethod
    let plus: Int64, minus: Int64, halfPlus: Int64, halfMinus: Int64
    var testDescription: String { "\(method)" }
  }

  @Test(arguments: [
    Rounding(method: .roundHalfAwayFromZero, plus: 1, minus: -1, halfPlus: 3, halfMinus: -3),
    Rounding(method: .default, plus: 1, minus: -1, halfPlus: 3, halfMinus: -3),
    Rounding(method: .roundTowardZero, plus: 1, minus: -1, halfPlus: 2, halfMinus: -2),
    Rounding(method: .roundAwayFromZero, plus: 2, minus: -2, halfPlus: 3, halfMinus: -3),
    Rounding(method: .roundTowardPositiveInfinity, plus: 2, minus: -1, halfPlus: 3, halfMinus: -2),
    Rounding(method: .roundTowardNegativeInfinity, plus: 1, minus: -2, halfPlus: 2, halfMinus: -3),
    // Towards zero to a coarser timescale.
    Rounding(method: .quickTime, plus: 1, minus: -1, halfPlus: 2, halfMinus: -2),
  ])
  func `1.8: rounding to a coarser timescale`(rounding: Rounding) {
    // 4/3 and 5/2 of the new unit.
    func converted(_ value: Int64, _ scale: Int32) -> Int64 {
      CMTimeConvertScale(
        CMTime(value: value, timescale: scale), timescale: 10, method: rounding.method
      ).value
    }
    #expect(converted(4, 30) == rounding.plus)
    #expect(converted(-4, 30) == rounding.minus)
    #expect(converted(5, 20) == rounding.halfPlus)
    #expect(converted(-5, 20) == rounding.halfMinus)
  }

  @Test func `1.8: QuickTime rounds away from zero to a finer timescale`() {
    let time = CMTime(value: 1, timescale: 3).convertScale(10, method: .quickTime)
    #expect(time.value == 4)
    #expect(time.hasBeenRounded)
  }

  @Test func `1.8: rounding methods have Apple's numbers`() {
    #expect(CMTimeRoundingMethod.roundHalfAwayFromZero.rawValue == 1)
    #expect(CMTimeRoundingMethod.quickTime.rawValue == 4)
    #expect(CMTimeRoundingMethod.roundTowardNegativeInfinity.rawValue == 6)
  }
}
