import CutawayTime

/// A generator of random numbers that a seed determines (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A fraction that is not reduced, for comparisons without `MediaTime`'s arithmetic.
struct Fraction {
  var numerator: Int128
  var denominator: Int128

  init(_ numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ time: MediaTime) {
    self.init(Int128(time.numerator), Int128(time.denominator))
  }

  static func == (a: Fraction, b: Fraction) -> Bool {
    a.numerator * b.denominator == b.numerator * a.denominator
  }
}

/// Times as they occur in media: small ones, and scales of frames, samples and clocks.
struct RandomTimes {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// A time, and its numerator and denominator.
  mutating func next() -> (time: MediaTime, value: Int64, scale: Int64) {
    let scales: [Int64] = [
      1, 2, 3, 10, 24, 25, 30, 600, 1000, 1001, 24_000, 30_000, 44_100, 48_000, 90_000, 1_000_000,
    ]
    let scale = scales.randomElement(using: &random) ?? 1
    let value = Int64.random(in: -5_000_000...5_000_000, using: &random)
    return (MediaTime(value, over: scale), value, scale)
  }
}
