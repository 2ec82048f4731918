import CutawayTime

extension AnimatedValue where Value: Animatable {
  /// Creates a value from entries that follow each other: each one applies until the next one
  /// starts.
  ///
  /// A ramp that extends past the start of the next entry ends there, with the value that it has at
  /// that time. An entry that applies to no time is removed: an empty ramp becomes an instant with
  /// its last value, and if two entries start together, the later one in the list wins.
  ///
  /// - Parameter entries: The entries, in order of their starts. An entry that starts before its
  ///   predecessor is treated as if both started together.
  package init(inSuccession entries: [Entry]) {
    var kept: [Entry] = []
    for entry in entries {
      var entry = entry.startingAt(noEarlierThan: kept.last?.span.start)
      if case .ramp(let ramp) = entry, ramp.range.isEmpty {
        entry = .instant(at: ramp.range.start, value: ramp.to)
      }
      let start = entry.span.start
      if let last = kept.last {
        if last.span.start == start {
          kept.removeLast()
        } else if case .ramp(let ramp) = last, ramp.range.end > start {
          kept[kept.count - 1] = .ramp(ramp.ending(at: start))
        }
      }
      kept.append(entry)
    }
    self.init()
    replaceEntries(with: kept)
  }
}

extension AnimatedValue.Entry where Value: Animatable {
  fileprivate func startingAt(noEarlierThan earliest: MediaTime?) -> Self {
    guard let earliest, span.start < earliest else { return self }
    switch self {
    case .instant(_, let value): return .instant(at: earliest, value: value)
    case .ramp(var ramp):
      let end = max(earliest, ramp.range.end)
      ramp.from = ramp.value(at: earliest)
      ramp.range = TimeRange(start: earliest, end: end)
      return .ramp(ramp)
    }
  }
}

extension AnimatedValue.Ramp where Value: Animatable {
  /// The part of the ramp before `time`.
  ///
  /// The part keeps the easing of the whole ramp, applied to the shorter range. Therefore only
  /// `linear` gives the same values.
  fileprivate func ending(at time: MediaTime) -> Self {
    var part = self
    part.to = value(at: time)
    part.range = TimeRange(start: range.start, end: time)
    return part
  }
}
