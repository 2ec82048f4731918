import CutawayTime

extension LayerAnimation {
  /// The value of the property at a time of the layer's clock.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - current: The value so far.
  /// - Returns: The value; `nil` if the animation does not apply at that time.
  func value(at time: MediaTime, current: LayerValue) -> LayerValue? {
    guard let place = place(at: time) else { return nil }
    var result: LayerValue, way: LayerValue?
    if case .path(let path) = values {
      guard case .point = current, let motion = PathMotion(path) else { return nil }
      result = .point(motion.point(at: place.progress))
      way = LayerValue.point(motion.first).way(to: .point(motion.last))
    } else {
      guard let path = AnimationPath(values, current: current) else { return nil }
      result = path.value(at: place.progress, seconds: place.seconds)
      way = isCumulative ? path.first.way(to: path.last) : nil
    }
    if isCumulative, let way { result = result.adding(way, times: place.repetitions) }
    return isAdditive ? current.adding(result) : result
  }

  /// The rotation in degrees by which the path turns the layer at a time of its clock.
  func turn(at time: MediaTime) -> Double {
    guard case .path(let path) = values, path.rotation != .none, let place = place(at: time),
      let motion = PathMotion(path)
    else { return 0 }
    return motion.direction(at: place.progress) + (path.rotation == .autoReverse ? 180 : 0)
  }

  /// Where a time of the layer's clock lies in a cycle.
  ///
  /// - Returns: The progress, which the easing may take out of 0…1, the length of a cycle in seconds,
  ///   and the number of complete repetitions before it; `nil` if the animation does not apply.
  private func place(
    at time: MediaTime
  ) -> (progress: Double, seconds: Double, repetitions: Double)? {
    var time = time, around: MediaTime?
    for group in groups {
      let cycle = group.cycle(in: around)
      guard let inner = group.time(at: time, cycle: cycle) else { return nil }
      (time, around) = (inner, cycle)
    }
    let timing = timing, cycle = timing.cycle(in: around)
    guard let place = timing.place(at: time, cycle: cycle) else { return nil }
    let progress = easing.progress(
      at: (place.time / cycle).seconds, seconds: place.time.seconds)
    return (progress, cycle.seconds, place.repetitions)
  }

  /// The animation's own timing.
  private var timing: LayerTiming {
    LayerTiming(
      begin: begin, duration: duration, speed: speed, timeOffset: timeOffset, easing: easing,
      repeatCount: repeatCount, autoreverses: autoreverses, fill: fill)
  }
}

/// The way of a value through the keyframes of an animation.
private struct AnimationPath {
  private let values: [LayerValue]
  private let times: [Double]
  private let mode: LayerAnimation.Mode
  private var easings: [LayerEasing] = []

  var first: LayerValue { values[0] }
  var last: LayerValue { values[values.count - 1] }

  /// Creates a path; `nil` if there are no values, or if they have another kind than the property.
  init?(_ values: LayerAnimation.Values, current: LayerValue) {
    func fits(_ value: LayerValue?) -> Bool { value.map { $0.kind == current.kind } ?? true }
    switch values {
    case .basic(let from, let to, let by):
      guard fits(from), fits(to), fits(by) else { return nil }
      let ends: (LayerValue, LayerValue) =
        switch (from, to, by) {
        case (let start?, let end?, _): (start, end)
        case (let start?, nil, let step?): (start, start.adding(step))
        case (nil, let end?, let step?): (end.adding(step, times: -1), end)
        case (let start?, nil, nil): (start, current)
        case (nil, let end?, nil): (current, end)
        case (nil, nil, let step?): (current, current.adding(step))
        case (nil, nil, nil): (current, current)
        }
      self.values = [ends.0, ends.1]
      (times, mode) = ([0, 1], .linear)
    case .keyframes(let frames, let keyTimes, let mode, let easings):
      guard !frames.isEmpty, frames.allSatisfy(fits) else { return nil }
      self.values = frames
      self.mode = mode
      times = Self.times(of: frames, keyTimes, mode)
      if mode != .paced, easings.count == frames.count - 1 { self.easings = easings }
    case .path: return nil
    }
  }

  /// The time of each value, 0…1; for discrete values, the time from which it holds.
  private static func times(
    of values: [LayerValue], _ keyTimes: [Double], _ mode: LayerAnimation.Mode
  ) -> [Double] {
    let count = values.count
    if mode == .paced {
      var sums = [0.0]
      for (value, next) in zip(values, values.dropFirst()) {
        sums.append(sums[sums.count - 1] + value.distance(to: next))
      }
      let whole = sums[count - 1]
      if whole > 0 { return sums.map { $0 / whole } }
    } else if keyTimes.count == count || mode == .discrete && keyTimes.count == count + 1 {
      return Array(keyTimes.prefix(count))
    }
    let intervals = mode == .discrete ? count : max(1, count - 1)
    return (0..<count).map { Double($0) / Double(intervals) }
  }

  /// The value at a progress of a cycle that takes some seconds.
  func value(at progress: Double, seconds: Double) -> LayerValue {
    guard values.count > 1 else { return values[0] }
    if mode == .discrete {
      return values[times.lastIndex { $0 <= progress } ?? 0]
    }
    let index = min(values.count - 2, times.lastIndex { $0 <= progress } ?? 0)
    let (start, length) = (times[index], times[index + 1] - times[index])
    // Easings that overshoot continue the first and the last piece.
    var part = length > 0 ? (progress - start) / length : 1
    if !easings.isEmpty, easings[index] != .curve(.linear) {
      part = part.limited(to: 0...1)
      part = easings[index].progress(at: part, seconds: part * length * seconds)
    }
    let (from, to) = (values[index], values[index + 1])
    guard mode == .cubic, from.isSmooth else { return from.mixed(with: to, at: part) }
    // At the ends, the missing neighbour is the end itself.
    return LayerValue.spline(
      (values[max(0, index - 1)], from, to, values[min(values.count - 1, index + 2)]), at: part)
  }
}
