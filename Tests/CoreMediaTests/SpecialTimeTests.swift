import CoreMedia
import Testing

/// Infinities, indefinite and invalid times, and epochs: rule 1.8.
struct SpecialTimeTests {
  static let one = CMTime(value: 1, timescale: 1)

  enum Kind: String, CaseIterable {
    case negative, numeric, indefinite, positive, invalid
    var time: CMTime {
      switch self {
      case .negative: .negativeInfinity
      case .numeric: SpecialTimeTests.one
      case .indefinite: .indefinite
      case .positive: .positiveInfinity
      case .invalid: .invalid
      }
    }
  }

  @Test(arguments: Kind.allCases, Kind.allCases)
  func `1.8: sums of special times`(a: Kind, b: Kind) {
    let sum = a.time + b.time
    switch (a, b) {
    case (.invalid, _), (_, .invalid), (.positive, .negative), (.negative, .positive):
      #expect(!sum.isValid)
    case (.positive, _), (_, .positive): #expect(sum.isPositiveInfinity)
    case (.negative, _), (_, .negative): #expect(sum.isNegativeInfinity)
    case (.indefinite, _), (_, .indefinite): #expect(sum.isIndefinite)
    default: #expect(sum.seconds == 2)
    }
  }

  @Test(arguments: Kind.allCases, Kind.allCases)
  func `1.8: differences of special times`(a: Kind, b: Kind) {
    let difference = a.time - b.time
    switch (a, b) {
    case (.invalid, _), (_, .invalid), (.positive, .positive), (.negative, .negative):
      #expect(!difference.isValid)
    case (.positive, _), (_, .negative): #expect(difference.isPositiveInfinity)
    case (.negative, _), (_, .positive): #expect(difference.isNegativeInfinity)
    case (.indefinite, _), (_, .indefinite): #expect(difference.isIndefinite)
    default: #expect(difference.seconds == 0)
    }
  }

  @Test(arguments: Kind.allCases, Kind.allCases)
  func `1.8: the order is -∞, numbers, indefinite, +∞, invalid`(a: Kind, b: Kind) throws {
    let places = Kind.allCases
    let (left, right) = (
      try #require(places.firstIndex(of: a)), try #require(places.firstIndex(of: b))
    )
    #expect(CMTimeCompare(a.time, b.time) == (left < right ? -1 : left > right ? 1 : 0))
    #expect(CMTimeMinimum(a.time, b.time) == places[min(left, right)].time)
    #expect(CMTimeMaximum(a.time, b.time) == places[max(left, right)].time)
  }

  @Test func `1.8: seconds of special times`() {
    #expect(CMTime.invalid.seconds.isNaN)
    #expect(CMTime.indefinite.seconds.isNaN)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity)
    #expect(CMTimeGetSeconds(.negativeInfinity) == -.infinity)
    #expect(CMTime(value: 3, timescale: 2, flags: .valid, epoch: 7).seconds == 1.5)
  }

  @Test func `1.8: two different epochs other than 0 cannot be combined`() {
    let a = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
    let b = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 2)
    #expect(!(a + b).isValid)
    #expect(!(a - b).isValid)
  }

  @Test func `1.8: a difference within an epoch is a duration in epoch 0`() {
    let a = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
    let b = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)
    #expect((a - b).epoch == 0)
    #expect((a - b).seconds == 2)
  }

  @Test func `1.8: a duration combines with any epoch`() {
    let a = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 3)
    #expect((a + Self.one).epoch == 3)
    #expect((a + Self.one).seconds == 6)
    #expect((a - Self.one).epoch == 3)
  }

  @Test func `1.8: a larger epoch is later`() {
    let early = CMTimeMakeWithEpoch(value: 500, timescale: 1, epoch: 1)
    let late = CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: 2)
    #expect(early < late)
    #expect(early != CMTimeMakeWithEpoch(value: 500, timescale: 1, epoch: 2))
  }

  @Test func `1.8: predicates of the kinds`() {
    #expect(CMTIME_IS_VALID(.zero) && CMTIME_IS_NUMERIC(.zero))
    #expect(CMTIME_IS_INVALID(.invalid) && CMTIME_IS_INVALID(CMTime()))
    #expect(CMTIME_IS_INDEFINITE(.indefinite) && !CMTIME_IS_NUMERIC(.indefinite))
    #expect(CMTIME_IS_POSITIVEINFINITY(.positiveInfinity))
    #expect(CMTIME_IS_NEGATIVEINFINITY(.negativeInfinity))
    #expect(CMTIME_HAS_BEEN_ROUNDED(CMTime(seconds: 0.3333, preferredTimescale: 10)))
    #expect(CMTime.positiveInfinity.isValid && !CMTime.positiveInfinity.isNumeric)
  }

  @Test func `1.8: flags have Apple's bits`() {
    #expect(CMTimeFlags.valid.rawValue == 1)
    #expect(CMTimeFlags.hasBeenRounded.rawValue == 2)
    #expect(CMTimeFlags.positiveInfinity.rawValue == 4)
    #expect(CMTimeFlags.negativeInfinity.rawValue == 8)
    #expect(CMTimeFlags.indefinite.rawValue == 16)
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
    #expect(kCMTimeMaxTimescale == 0x7fff_ffff)
  }
}
