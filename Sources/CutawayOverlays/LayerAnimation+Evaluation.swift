import CutawayTime

extension LayerAnimation {
  /// The length of a cycle in one direction.
  var cycle: MediaTime {
    if let duration, duration > .zero { return duration }
    if case .spring(let spring) = easing {
      let nanoseconds = (spring.settlingDuration * 1e9).limited(to: 1...1e15)
      return MediaTime(nanoseconds: Int64(nanoseconds.rounded()))
    }
    return MediaTime(1, over: 4)
  }

  /// The value of the property at a time of the layer's clock.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - current: The value so far.
  /// - Returns: The value; `nil` if the animation does not apply at that time.
  func value(at time: MediaTime, current: LayerValue) -> LayerValue? {
    guard let place = place(at: time - begin) else { return nil }
    let progress = easing.progress(at: place.part, seconds: place.part * cycle.seconds)
    var result: SIMD4<Double>, way: SIMD4<Double>
    if case .path(let path) = values {
      guard case .point = current, let motion = PathMotion(path) else { return nil }
      result = LayerValue.point(motion.point(at: progress)).components
      way = LayerValue.point(motion.last).components - LayerValue.point(motion.first).components
    } else {
      guard let path = AnimationPath(values, current: current) else { return nil }
      (result, way) = (path.value(at: progress), path.last - path.first)
    }
    if isCumulative { result += way * place.repetitions }
    if isAdditive { result += current.components }
    return current.with(result)
  }

  /// The rotation in degrees by which the path turns the layer at a time of its clock.
  func turn(at time: MediaTime) -> Double {
    guard case .path(let path) = values, path.rotation != .none,
      let place = place(at: time - begin), let motion = PathMotion(path)
    else { return 0 }
    let progress = easing.progress(at: place.part, seconds: place.part * cycle.seconds)
    return motion.direction(at: progress) + (path.rotation == .autoReverse ? 180 : 0)
  }

  /// The position in a cycle, 0…1, and the number of complete repetitions before it; `nil` if the
  /// animation does not apply.
  private func place(at elapsed: MediaTime) -> (part: Double, repetitions: Double)? {
    if elapsed < .zero { return fill == .backwards || fill == .both ? (0, 0) : nil }
    let length = cycle * (autoreverses ? 2 : 1), count = repeatCount > 0 ? repeatCount : 1
    // Rational, so that a frame at the end of a cycle has the first value of the next one.
    let whole = elapsed.floored(in: length)
    let rest = ((elapsed - length * Int(whole)) / length).seconds
    guard Double(whole) + rest >= count else {
      return place(inCycle: rest, afterRepetitions: Double(whole))
    }
    guard fill == .forwards || fill == .both else { return nil }
    var repetitions = count.rounded(.down), part = count - repetitions
    // The end of a cycle is its last value, not the first of the next.
    if part == 0, repetitions > 0 { (repetitions, part) = (repetitions - 1, 1) }
    return place(inCycle: part, afterRepetitions: repetitions)
  }

  private func place(
    inCycle part: Double, afterRepetitions repetitions: Double
  ) -> (part: Double, repetitions: Double) {
    guard autoreverses else { return (part, repetitions) }
    return (part < 0.5 ? part * 2 : 2 - part * 2, repetitions)
  }
}

/// The way of a value through the keyframes of an animation.
private struct AnimationPath {
  private let values: [SIMD4<Double>]
  private let times: [Double]
  private let mode: LayerAnimation.Mode

  var first: SIMD4<Double> { values[0] }
  var last: SIMD4<Double> { values[values.count - 1] }

  /// Creates a path; `nil` if there are no values, or if they have another kind than the property.
  init?(_ values: LayerAnimation.Values, current: LayerValue) {
    func fits(_ value: LayerValue?) -> Bool { value.map { $0.kind == current.kind } ?? true }
    switch values {
    case .basic(let from, let to, let by):
      guard fits(from), fits(to), fits(by) else { return nil }
      let now = current.components
      let (start, end, step) = (from?.components, to?.components, by?.components)
      let ends: (SIMD4<Double>, SIMD4<Double>) =
        switch (start, end, step) {
        case (let start?, let end?, _): (start, end)
        case (let start?, nil, let step?): (start, start + step)
        case (nil, let end?, let step?): (end - step, end)
        case (let start?, nil, nil): (start, now)
        case (nil, let end?, nil): (now, end)
        case (nil, nil, let step?): (now, now + step)
        case (nil, nil, nil): (now, now)
        }
      self.values = [ends.0, ends.1]
      (times, mode) = ([0, 1], .linear)
    case .keyframes(let frames, let keyTimes, let mode):
      guard !frames.isEmpty, frames.allSatisfy(fits) else { return nil }
      self.values = frames.map(\.components)
      self.mode = mode
      times = Self.times(of: self.values, keyTimes, mode)
    case .path: return nil
    }
  }

  /// The time of each value, 0…1; for discrete values, the time from which it holds.
  private static func times(
    of values: [SIMD4<Double>], _ keyTimes: [Double], _ mode: LayerAnimation.Mode
  ) -> [Double] {
    let count = values.count
    if mode == .paced {
      var sums = [0.0]
      for (value, next) in zip(values, values.dropFirst()) {
        let way = next - value
        sums.append(sums[sums.count - 1] + (way * way).sum().squareRoot())
      }
      let whole = sums[count - 1]
      if whole > 0 { return sums.map { $0 / whole } }
    } else if keyTimes.count == count || mode == .discrete && keyTimes.count == count + 1 {
      return Array(keyTimes.prefix(count))
    }
    let intervals = mode == .discrete ? count : max(1, count - 1)
    return (0..<count).map { Double($0) / Double(intervals) }
  }

  func value(at progress: Double) -> SIMD4<Double> {
    guard values.count > 1 else { return values[0] }
    if mode == .discrete {
      return values[times.lastIndex { $0 <= progress } ?? 0]
    }
    let index = min(values.count - 2, times.lastIndex { $0 <= progress } ?? 0)
    let (start, length) = (times[index], times[index + 1] - times[index])
    // Easings that overshoot continue the first and the last piece.
    let part = length > 0 ? (progress - start) / length : 1
    let (from, to) = (values[index], values[index + 1])
    guard mode == .cubic else { return from + (to - from) * part }
    // A Catmull-Rom spline; at the ends, the missing neighbour is the end itself.
    let before = values[max(0, index - 1)], after = values[min(values.count - 1, index + 2)]
    let leaving = (to - before) / 2, arriving = (after - from) / 2
    let square = part * part, cube = square * part
    let a = from * (2 * cube - 3 * square + 1) + leaving * (cube - 2 * square + part)
    return a + to * (3 * square - 2 * cube) + arriving * (cube - square)
  }
}
