import CutawayTime

/// A time of OpenTimelineIO: a number of frames or samples, and their rate.
struct OTIOTime: Decodable {
  /// Seconds.
  let time: MediaTime
  /// Frames or samples per second.
  let rate: MediaTime

  /// The longest time of composition files, in seconds.
  private static let limit = MediaTime(1_000_000_000)

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    func number(_ key: OTIOKey) throws -> MediaTime {
      let number = try container.decode(Double.self, forKey: key)
      guard number.magnitude < 1e15, let exact = MediaTime(simplest: number) else {
        throw container.fault(key, "\(number) is too large")
      }
      return exact
    }
    let rate = MediaTime(rate: try number("rate"))
    guard rate > .zero else {
      throw container.fault("rate", "a rate must be greater than 0, not \(rate.text)")
    }
    self.rate = rate
    time = try number("value") / rate
    guard -Self.limit <= time, time <= Self.limit else {
      throw container.fault("value", "\(time.shortText) s is beyond 10⁹ s")
    }
  }
}

/// A time range of OpenTimelineIO.
struct OTIORange: Decodable {
  let start: OTIOTime
  let duration: OTIOTime

  var range: TimeRange { TimeRange(start: start.time, duration: duration.time) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    start = try container.decode(OTIOTime.self, forKey: "start_time")
    duration = try container.decode(OTIOTime.self, forKey: "duration")
    guard duration.time >= .zero else {
      throw container.fault("duration", "a duration is not negative: \(duration.time.text) s")
    }
  }
}

extension MediaTime {
  /// The fraction with the smallest denominator whose nearest `Double` is `number`.
  ///
  /// It is the number that a program wrote: 29.97002997002997 is 30000/1001, 0.3333333333333333 is
  /// 1/3. The result is `nil` for numbers that are not finite or do not fit 64 bits.
  init?(simplest number: Double) {
    guard let decimal = MediaTime(seconds: number) else { return nil }
    self = Self.convergent(number.magnitude).map { number < 0 ? -$0 : $0 } ?? decimal
  }

  /// The first convergent of the continued fraction of a number that has this number as its nearest
  /// `Double`; `nil` if none has small terms.
  private static func convergent(_ number: Double) -> MediaTime? {
    var rest = number
    var last = (numerator: 1.0, denominator: 0.0),
      now = (numerator: number.rounded(.down), denominator: 1.0)
    while now.numerator < 9e15, now.denominator < 1e9 {
      if now.numerator / now.denominator == number {
        return MediaTime(Int64(now.numerator), over: Int64(now.denominator))
      }
      rest = 1 / (rest - rest.rounded(.down))
      let term = rest.rounded(.down)
      (last, now) = (
        now,
        (term * now.numerator + last.numerator, term * now.denominator + last.denominator)
      )
    }
    return nil
  }

  /// A rate; the rounded rates of NTSC, such as 29.97 and 23.98, become exact.
  init(rate: MediaTime) {
    self = rate
    let whole = rate.ceiled(in: MediaTime(1))
    guard rate.denominator > 1, (10...240).contains(whole) else { return }
    let exact = MediaTime(whole * 1_000, over: 1_001), distance = rate - exact
    if max(distance, -distance) < MediaTime(5, over: 1_000) { self = exact }
  }
}
