import CutawayModel
import CutawayTime
import Testing

/// Compares a succession of entries with a search of all entries at each time.
@Suite struct SuccessionTests {
  private typealias Entry = AnimatedValue<Double>.Entry

  /// Of the entries that have started, the last one applies.
  ///
  /// No entry starts before its predecessor.
  private func reference(_ entries: [Entry], at time: MediaTime) -> Double? {
    var start = MediaTime.zero, value: Double?
    for entry in entries {
      start = max(start, entry.span.start)
      guard start <= time else { break }
      switch entry {
      case .instant(_, let own): value = own
      case .ramp(let ramp): value = ramp.range.isEmpty ? ramp.to : ramp.value(at: time)
      }
    }
    return value
  }

  @Test(arguments: UInt64(0)..<300)
  func `each entry applies from its start to the start of the next`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    func time(_ range: ClosedRange<Int64>) -> MediaTime {
      MediaTime(.random(in: range, using: &random), over: 7)
    }
    var last = MediaTime.zero
    let entries = (0..<Int.random(in: 0...8, using: &random)).map { _ -> Entry in
      let start = max(.zero, last + time(-3...12))
      last = max(last, start)
      let value = Double.random(in: -2...2, using: &random)
      if Bool.random(using: &random) { return .instant(at: start, value: value) }
      return .ramp(
        .init(
          over: TimeRange(start: start, duration: time(0...15)), from: value,
          to: .random(in: -2...2, using: &random)))
    }
    let value = AnimatedValue(inSuccession: entries)
    // The result is a valid value.
    #expect((try? AnimatedValue(entries: value.entries)) == value)
    for tick in Int64(0)..<200 {
      let time = MediaTime(tick, over: 14)
      let expected = reference(entries, at: time), found = value.value(at: time)
      #expect((found == nil) == (expected == nil), "\(time.seconds)")
      #expect(abs((found ?? 0) - (expected ?? 0)) < 1e-9, "\(time.seconds): \(entries)")
    }
  }
}
