import CoreMedia

/// A deterministic source of times: SplitMix64.
struct TimeGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A timescale that media have, or any other one.
  mutating func scale() -> Int32 {
    let usual: [Int32] = [
      1, 24, 25, 30, 60, 600, 1000, 1001, 24_000, 30_000, 44_100, 48_000, 90_000, 1_000_000,
      1_000_000_000, .max,
    ]
    let choice = bits() % 24
    return choice < 16 ? usual[Int(choice)] : Int32(bits() % UInt64(Int32.max)) + 1
  }

  /// A value of any magnitude.
  mutating func value() -> Int64 { Int64(bitPattern: bits()) >> Int64(bits() % 64) }

  /// A numeric time in epoch 0.
  mutating func time() -> CMTime { CMTime(value: value(), timescale: scale()) }

  /// A time of less than some hours.
  mutating func shortTime() -> CMTime {
    CMTime(value: Int64(bits() % 1_000_000) - 500_000, timescale: scale())
  }
}

/// An exact fraction.
struct Fraction: Equatable {
  var numerator: Int128
  var denominator: Int128

  init(_ numerator: Int128, _ denominator: Int128) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  init(_ time: CMTime) { self.init(Int128(time.value), Int128(time.timescale)) }

  static func == (a: Fraction, b: Fraction) -> Bool {
    a.numerator * b.denominator == b.numerator * a.denominator
  }

  static func + (a: Fraction, b: Fraction) -> Fraction {
    Fraction(
      a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
  }

  static func - (a: Fraction, b: Fraction) -> Fraction {
    a + Fraction(-b.numerator, b.denominator)
  }

  /// The nearest whole number of units of a timescale; halves away from zero.
  func rounded(to scale: Int64) -> (value: Int128, isExact: Bool) {
    // The whole seconds first, so that no product exceeds 128 bits.
    let (seconds, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    let (units, remainder) = (rest * Int128(scale)).quotientAndRemainder(dividingBy: denominator)
    let whole = seconds * Int128(scale) + units
    if remainder == 0 { return (whole, true) }
    let isUp = 2 * remainder.magnitude >= denominator.magnitude
    return (isUp ? whole + (numerator < 0 ? -1 : 1) : whole, false)
  }
}

/// The timescale of a sum or a difference by the documentation.
func commonScale(_ a: Int32, _ b: Int32) -> Int64 {
  var (x, y) = (Int64(a), Int64(b))
  while y != 0 { (x, y) = (y, x % y) }
  return min(Int64(a) / x * Int64(b), Int64(Int32.max))
}

#if DEBUG
let pairCount = 100_000
#else
let pairCount = 1_000_000
#endif
