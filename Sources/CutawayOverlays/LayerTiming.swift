public import CutawayTime

/// The timing of a group of animations, as that of `CAAnimationGroup`.
///
/// The animations run in the time of the group: it starts at 0 when the group begins, and the easing
/// warps it. The group clips them at its duration; it does not scale them to it.
public struct LayerTiming: Sendable, Hashable, Codable {
  /// When the first cycle starts, in the time around the group.
  public var begin: MediaTime
  /// The length of a cycle; `nil` is that of the group around, of the spring or, without one, 0.25 s.
  public var duration: MediaTime?
  /// The rate of the group's time relative to that around it.
  public var speed: Double
  /// The time of the group at ``begin``.
  public var timeOffset: MediaTime
  /// How the time within a cycle runs.
  public var easing: LayerEasing
  /// How often the cycle plays, also a part of it; infinite repeats forever.
  public var repeatCount: Double
  /// Whether each cycle also plays backwards, which doubles its length.
  public var autoreverses: Bool
  /// Which values hold outside of the active time, after those of the animations in the group.
  public var fill: LayerAnimation.Fill

  /// Creates a timing, which holds the values outside of its time by default.
  public init(
    begin: MediaTime = .zero, duration: MediaTime? = nil, speed: Double = 1,
    timeOffset: MediaTime = .zero, easing: LayerEasing = .curve(.linear), repeatCount: Double = 1,
    autoreverses: Bool = false, fill: LayerAnimation.Fill = .both
  ) {
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.easing = easing
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.fill = fill
  }
}

extension LayerTiming {
  /// The length of a cycle in one direction.
  ///
  /// - Parameter around: The length of a cycle of the group around; `nil` without one.
  /// - Returns: The length.
  func cycle(in around: MediaTime?) -> MediaTime {
    if let duration, duration > .zero { return duration }
    if case .spring(let spring) = easing {
      let nanoseconds = (spring.settlingDuration * 1e9).limited(to: 1...1e15)
      return MediaTime(nanoseconds: Int64(nanoseconds.rounded()))
    }
    return around ?? MediaTime(1, over: 4)
  }

  /// The time within a cycle, from 0 to its length, and the number of complete repetitions before it;
  /// `nil` if nothing holds at that time.
  func place(
    at time: MediaTime, cycle: MediaTime
  ) -> (time: MediaTime, repetitions: Double)? {
    let elapsed = time.local(from: begin, speed: speed, offset: timeOffset)
    if elapsed < .zero { return fill == .backwards || fill == .both ? (.zero, 0) : nil }
    let length = cycle * (autoreverses ? 2 : 1), count = repeatCount > 0 ? repeatCount : 1
    // Rational, so that a frame at the end of a cycle has the first value of the next one.
    let whole = elapsed.floored(in: length), rest = elapsed - length * Int(whole)
    func turned(_ time: MediaTime) -> MediaTime {
      autoreverses && time > cycle ? length - time : time
    }
    guard Double(whole) + (rest / length).seconds >= count else {
      return (turned(rest), Double(whole))
    }
    guard fill == .forwards || fill == .both else { return nil }
    var repetitions = count.rounded(.down), part = count - repetitions
    // The end of a cycle is its last value, not the first of the next.
    if part == 0, repetitions > 0 { (repetitions, part) = (repetitions - 1, 1) }
    return (turned(part == 1 ? length : length.scaled(by: part)), repetitions)
  }

  /// The time of the group at a time around it; `nil` if the group does not apply then.
  func time(at time: MediaTime, cycle: MediaTime) -> MediaTime? {
    guard let place = place(at: time, cycle: cycle) else { return nil }
    if easing == .curve(.linear) { return place.time }
    let progress = easing.progress(
      at: (place.time / cycle).seconds, seconds: place.time.seconds)
    return cycle.scaled(by: progress)
  }
}

extension MediaTime {
  /// The time multiplied by a number; by one that is not exact, rounded to 10⁻⁹ s.
  func scaled(by factor: Double) -> MediaTime {
    if factor == 1 { return self }
    if abs(factor) < 1e6, let exact = Int(exactly: factor * 1_000) {
      return self * MediaTime(Int64(exact), over: 1_000)
    }
    return MediaTime(
      nanoseconds: Int64((seconds * factor * 1e9).rounded().limited(to: -9e18...9e18)))
  }

  /// The time of a clock that starts at a time of the one around it: (t − begin) · speed + offset.
  func local(from begin: MediaTime, speed: Double, offset: MediaTime) -> MediaTime {
    (self - begin).scaled(by: speed) + offset
  }
}
