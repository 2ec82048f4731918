import CutawayModel
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

func seconds(_ value: Int64, over scale: Int64 = 1) -> MediaTime { MediaTime(value, over: scale) }

func range(_ start: Int64, _ end: Int64) -> TimeRange {
  TimeRange(start: MediaTime(start), end: MediaTime(end))
}

func media(_ asset: Asset.ID, _ start: Int64, _ end: Int64) -> Segment.Media {
  Segment.Media(asset: asset, source: range(start, end))
}

func ramp(
  _ start: Int64, _ end: Int64, _ from: Double, _ to: Double, _ easing: Easing = .linear
) -> AnimatedValue<Double>.Entry {
  .ramp(AnimatedValue<Double>.Ramp(over: range(start, end), from: from, to: to, easing: easing))
}
