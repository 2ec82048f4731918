import CutawayModel
import CutawayTime

/// The line that shows how a number changes over time.
struct AnimationCurve {
  let value: AnimatedValue<Double>
  let defaultValue: Double

  /// The points of the line during a range: two for a straight part, more for a curved one.
  ///
  /// - Parameters:
  ///   - range: The time range.
  ///   - scale: The mapping of times to x coordinates.
  ///   - y: The mapping of values to y coordinates.
  /// - Returns: Points from the start of the range to its end.
  func points(
    during range: TimeRange, on scale: TimeScale, y: (Double) -> Double
  ) -> [Drawing.Point] {
    var points: [Drawing.Point] = []
    func add(_ time: MediaTime, _ number: Double) {
      let point = Drawing.Point(scale.x(time), y(number))
      if points.last != point { points.append(point) }
    }
    let inner = value.entries.flatMap { [$0.span.start, $0.span.end] }
      .filter { range.start < $0 && $0 < range.end }
    let cuts = [range.start] + Set(inner).sorted() + [range.end]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      guard let ramp = value.ramp(at: start) else {
        let number = value.value(at: start) ?? defaultValue
        add(start, number)
        add(end, number)
        continue
      }
      let length = scale.x(end) - scale.x(start)
      let count = ramp.easing == .linear ? 1 : max(2, min(64, Int(length / 3)))
      for step in 0...count {
        let time = start + (end - start) * step / MediaTime(Int64(count))
        add(time, ramp.easing.jumps ? ramp.from : ramp.value(at: time))
      }
    }
    return points
  }

  /// The greatest value of all entries and the default.
  var maximum: Double {
    value.entries.reduce(defaultValue) { most, entry in
      switch entry {
      case .instant(_, let value): max(most, value)
      case .ramp(let ramp): max(most, ramp.from, ramp.to)
      }
    }
  }
}

extension AnimatedValue {
  /// The ramp whose range contains a time.
  fileprivate func ramp(at time: MediaTime) -> Ramp? {
    guard case .ramp(let ramp)? = entry(at: time), ramp.range.contains(time) else { return nil }
    return ramp
  }

  /// The entry that determines the value at the end of a range.
  ///
  /// An entry that starts at the end is ignored.
  func last(before end: MediaTime) -> Entry? { entries.last { $0.span.start < end } }
}
