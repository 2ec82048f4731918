public import CutawayTime

extension TimeRange {
  /// The range of the same duration, `offset` later.
  public func moved(by offset: MediaTime) -> TimeRange {
    TimeRange(start: start + offset, duration: duration)
  }
}

extension AnimatedValue {
  /// The same animation, `offset` later.
  public func moved(by offset: MediaTime) -> Self {
    if offset == .zero { return self }
    var result = self
    result.replaceEntries(
      with: entries.map { entry in
        switch entry {
        case .instant(let time, let value): return .instant(at: time + offset, value: value)
        case .ramp(var ramp):
          ramp.range = ramp.range.moved(by: offset)
          return .ramp(ramp)
        }
      })
    return result
  }

  /// The same animation with each value replaced by `transform`.
  public func map<Other>(_ transform: (Value) -> Other) -> AnimatedValue<Other> {
    var result = AnimatedValue<Other>()
    result.replaceEntries(
      with: entries.map { entry in
        switch entry {
        case .instant(let time, let value): .instant(at: time, value: transform(value))
        case .ramp(let ramp):
          .ramp(
            .init(
              over: ramp.range, from: transform(ramp.from), to: transform(ramp.to),
              easing: ramp.easing, interpolation: ramp.interpolation))
        }
      })
    return result
  }
}
