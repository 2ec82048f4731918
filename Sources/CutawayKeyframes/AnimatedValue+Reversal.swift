public import CutawayTime

extension AnimatedValue {
  /// The same animation with time reversed: its value at `duration - t` is the value of this one at
  /// `t`.
  ///
  /// - Parameters:
  ///   - duration: The duration that is played. Values before 0 or after it do not matter.
  ///   - defaultValue: The value before the first entry.
  /// - Returns: The animation, with entries in order of time.
  public func reversed(in duration: MediaTime, default defaultValue: Value) -> Self {
    var result: [Entry] = []
    var following: MediaTime?
    for entry in entries.reversed() {
      let end = entry.span.end
      // The value that holds after the entry now holds before it.
      if let following {
        if following > end {
          result.append(.instant(at: duration - following, value: entry.lastValue))
        }
      } else if end < duration {
        result.append(.instant(at: .zero, value: entry.lastValue))
      }
      if case .ramp(let ramp) = entry { result.append(ramp.reversed(in: duration)) }
      following = entry.span.start
    }
    if let following {
      result.append(.instant(at: duration - following, value: defaultValue))
    }
    var reversed = Self()
    reversed.replaceEntries(with: result)
    return reversed
  }
}

extension AnimatedValue.Entry {
  /// The value that holds after the entry.
  fileprivate var lastValue: Value {
    switch self {
    case .instant(_, let value): value
    case .ramp(let ramp): ramp.to
    }
  }
}

extension AnimatedValue.Ramp {
  fileprivate func reversed(in duration: MediaTime) -> AnimatedValue.Entry {
    guard let easing = easing.reversed else {
      return .instant(at: duration - range.end, value: from)
    }
    let mirrored = TimeRange(start: duration - range.end, duration: range.duration)
    return .ramp(
      .init(over: mirrored, from: to, to: from, easing: easing, interpolation: interpolation))
  }
}
