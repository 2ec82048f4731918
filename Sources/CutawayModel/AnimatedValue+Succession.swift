import CutawayTime

extension AnimatedValue where Value: Animatable {
  /// A value of entries that follow each other: each one decides until the next one starts.
  ///
  /// A ramp that would reach past the start of the next entry ends there, at the value that it has then.
  /// An entry that decides about no time is left out: an empty ramp becomes an instant of its last value,
  /// and of two entries with one start the later one counts.
  ///
  /// - Parameter entries: In order of their starts; one that starts before its predecessor counts as if
  ///   it started with it.
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
  /// Its first part.
  ///
  /// It has the easing of the whole, by which the part then goes: only `linear` gives the same values.
  fileprivate func ending(at time: MediaTime) -> Self {
    var part = self
    part.to = value(at: time)
    part.range = TimeRange(start: range.start, end: time)
    return part
  }
}
