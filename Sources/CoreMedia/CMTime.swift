/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: units per second.
public typealias CMTimeScale = Int32
/// A time line; times of different epochs cannot be combined.
public typealias CMTimeEpoch = Int64
/// A number of items.
public typealias CMItemCount = Int
/// The number of a track; 0 is none.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
/// The largest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// The kind of a time.
public struct CMTimeFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates flags from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid; without it, all other fields mean nothing.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The value was rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// +∞.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// -∞.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Not known.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags that stand for a value.
  public static let impliedValueFlagsMask: CMTimeFlags = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}

/// A time or a duration: ``value`` divided by ``timescale`` seconds, or a special value.
///
/// Arithmetic follows the documentation of CoreMedia: it is exact where the timescales allow it, and
/// ``hasBeenRounded`` tells where they do not.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator.
  public var timescale: CMTimeScale
  /// The kind of the time.
  public var flags: CMTimeFlags
  /// The time line; 0 for durations.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time from its fields.
  public init(
    value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
  ) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates a time of `value / timescale` seconds.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// Creates a time from integers of any type, which must fit.
  public init<Integer: BinaryInteger>(value: Integer, timescale: CMTimeScale) {
    self.init(value: CMTimeValue(value), timescale: timescale)
  }

  /// Creates a time from seconds, rounded to the timescale.
  ///
  /// The timescale is halved until the value fits; beyond that, the time is infinite. A timescale of 0
  /// or less gives an invalid time.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self.init(seconds: seconds, preferredTimescale: preferredTimescale, epoch: 0)
  }

  init(seconds: Double, preferredTimescale: CMTimeScale, epoch: CMTimeEpoch) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self.init()
      return
    }
    var timescale = preferredTimescale
    while true {
      let product = seconds * Double(timescale)
      // Halves are rounded away from zero.
      if let value = CMTimeValue(exactly: product.rounded()) {
        self.init(value: value, timescale: timescale, flags: .valid, epoch: epoch)
        if Double(value) / Double(timescale) != seconds { flags.insert(.hasBeenRounded) }
        return
      }
      if timescale == 1 { break }
      timescale /= 2
    }
    self = seconds < 0 ? .negativeInfinity : .positiveInfinity
    self.epoch = epoch
  }

  /// Time 0.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// +∞.
  public static let positiveInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// -∞.
  public static let negativeInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

extension CMTime {
  /// The time in seconds: NaN if it is invalid or indefinite, ±∞ for the infinities.
  public var seconds: Double {
    if !isValid || isIndefinite { return .nan }
    if isPositiveInfinity { return .infinity }
    if isNegativeInfinity { return -.infinity }
    return Double(value) / Double(timescale)
  }
  /// Whether the time is valid, also if it is infinite or indefinite.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is a number of seconds.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
  }
  /// Whether the time is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether the time is +∞.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether the time is -∞.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether the value was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
}
