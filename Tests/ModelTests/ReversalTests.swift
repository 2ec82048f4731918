import CutawayModel
import CutawayTime
import Testing

/// Reversed animations.
struct ReversalTests {
  private static let duration = MediaTime(10)

  private static func ramp(
    _ start: Int64, _ end: Int64, _ from: Double, _ to: Double, _ easing: Easing = .linear
  ) -> AnimatedValue<Double>.Entry {
    .ramp(
      .init(
        over: TimeRange(start: MediaTime(start), end: MediaTime(end)), from: from, to: to,
        easing: easing))
  }

  private static let values: [[AnimatedValue<Double>.Entry]] = [
    [], [.instant(at: .zero, value: 0.3)],
    [.instant(at: MediaTime(2), value: 0.3), .instant(at: MediaTime(7), value: 0.6)],
    [ramp(0, 10, 0, 1, .easeIn)], [ramp(3, 4, 0.2, 0.8, .easeOut)],
    [ramp(-2, 3, 0.1, 0.9), ramp(3, 6, 0.9, 0.4, .easeInOut), ramp(8, 14, 0, 1)],
    [ramp(1, 5, 0.2, 0.7, .hold), .instant(at: MediaTime(5), value: 0.4), ramp(6, 7, 0, 1)],
    [.instant(at: MediaTime(-3), value: 0.7), .instant(at: MediaTime(12), value: 0.1)],
    [ramp(1, 4, 0.2, 0.9, .sine)], [ramp(12, 14, 0, 1)], [ramp(-5, -4, 0, 0.25)],
    [ramp(2, 8, 0, 1, .cubicBezier(x1: 0.1, y1: 0.7, x2: 0.9, y2: 0.2))],
  ]

  @Test(arguments: values.indices)
  func `a reversed value mirrors the value in time`(index: Int) throws {
    let value = try AnimatedValue<Double>(entries: Self.values[index])
    let reversed = value.reversed(in: Self.duration, default: 0.5)
    // At times between jumps.
    for step in 0..<100 {
      let time = MediaTime(Int64(step * 2 + 1), over: 20)
      let expected = value.value(at: time) ?? 0.5
      let found = reversed.value(at: Self.duration - time) ?? 0.5
      #expect(abs(found - expected) < 1e-9, "at \(time.seconds) s")
    }
  }

  @Test(arguments: values.indices)
  func `the entries of a reversed value are valid`(index: Int) throws {
    let value = try AnimatedValue<Double>(entries: Self.values[index])
    let entries = value.reversed(in: Self.duration, default: 0.5).entries
    // This throws unless the entries are in order and do not overlap.
    #expect(try AnimatedValue(entries: entries).entries == entries)
  }
}
