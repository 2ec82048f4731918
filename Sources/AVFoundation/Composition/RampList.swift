import CutawayDiagnostics
import CutawayKeyframes
import CutawayModel
import CutawayTime

/// Instants and ramps of one property of a layer or of a volume, in the time of the composition.
///
/// What Apple's classes refuse with an exception is recorded, and becomes an error of the export.
struct RampList<Value: Animatable>: Sendable {
  private(set) var value = AnimatedValue<Value>()
  /// What could not be set, and why.
  private(set) var faults: [String] = []
  /// The name of the property in messages.
  let name: String

  init(_ name: String) { self.name = name }

  /// Sets the value from an instant on; at an instant that has one, it replaces it.
  mutating func set(_ new: Value, at time: CMTime) {
    guard let time = time.mediaTime else {
      return faults.append("the \(name) is set at a time that is not numeric")
    }
    var entries = value.entries
    entries.removeAll { $0.span.isEmpty && $0.span.start == time }
    // A ramp that starts at the same instant decides.
    if entries.contains(where: { !$0.span.isEmpty && $0.span.start == time }) { return }
    value.replaceEntries(with: entries)
    add(.instant(at: time, value: new))
  }

  /// Adds a ramp; one without duration sets its end value at its start.
  mutating func ramp(from start: Value, to end: Value, over range: CMTimeRange) {
    guard let exact = range.exact else {
      return faults.append("the range of a ramp of the \(name) is not numeric: \(rangeText(range))")
    }
    if exact.isEmpty { return set(end, at: range.start) }
    var entries = value.entries
    entries.removeAll { $0.span.isEmpty && $0.span.start == exact.start }
    value.replaceEntries(with: entries)
    add(.ramp(.init(over: exact, from: start, to: end)))
  }

  private mutating func add(_ entry: AnimatedValue<Value>.Entry) {
    do throws(CompositionError) {
      try value.add(entry)
    } catch {
      faults.append("\(name): \(error.message)")
    }
  }

  /// The ramp or the hold at a time, or the first one after it; `nil` after the last ramp.
  ///
  /// A hold lasts until the next entry, or without end.
  func ramp(at time: CMTime) -> (start: Value, end: Value, range: CMTimeRange)? {
    for (index, entry) in value.entries.enumerated() {
      let start = CMTime(entry.span.start)
      switch entry {
      case .instant(_, let value):
        let next = index + 1 < self.value.entries.count ? self.value.entries[index + 1] : nil
        let end = next.map { CMTime($0.span.start) } ?? .positiveInfinity
        if time < end { return (value, value, CMTimeRange(start: start, duration: end - start)) }
      case .ramp(let ramp):
        let range = CMTimeRange(ramp.range)
        if time < range.end { return (ramp.from, ramp.to, range) }
      }
    }
    return nil
  }
}
