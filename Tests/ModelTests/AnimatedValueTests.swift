import CutawayModel
import CutawayTime
import Testing

struct AnimatedValueTests {
  @Test func `before the first entry the default applies`() throws {
    let value = try AnimatedValue(entries: [ramp(2, 4, 0.25, 0.75)])
    #expect(value.value(at: .zero) == nil)
    #expect(value.value(at: seconds(1999, over: 1000)) == nil)
    #expect(AnimatedValue<Double>().value(at: seconds(5)) == nil)
  }

  @Test(
    arguments: [
      (seconds(2), 0.25), (seconds(3), 0.5), (seconds(7, over: 2), 0.625), (seconds(4), 0.75),
      (seconds(9), 0.75), (seconds(10), 1), (seconds(19), 1), (seconds(20), 0),
      (seconds(3999, over: 1000), 0.74975),
    ] as [(MediaTime, Double)])
  func `a ramp interpolates, and the last value is kept`(
    time: MediaTime, expected: Double
  ) throws {
    let value = try AnimatedValue(entries: [
      ramp(2, 4, 0.25, 0.75), .instant(at: seconds(10), value: 1),
      .instant(at: seconds(20), value: 0),
    ])
    let found = try #require(value.value(at: time))
    #expect(abs(found - expected) < 1e-12)
  }

  @Test func `a power ramp keeps the signs of its end values`() {
    func value(_ from: Double, _ to: Double, _ progress: Double) -> Double {
      Double.interpolatePower(from: from, to: to, progress: progress)
    }
    #expect(value(-1, 0, 0) == -1)
    #expect(abs(value(-1, 0, 0.5) + 0.5.squareRoot()) < 1e-15)
    #expect(value(-1, 0, 1) == 0)
    #expect(value(1, -1, 0) == 1)
    #expect(value(1, -1, 0.5) == 0)
    #expect(value(1, -1, 1) == -1)
    #expect(abs(value(0, 1, 0.25) - 0.5) < 1e-15)
  }

  @Test func `a constant applies from the start`() {
    let value = AnimatedValue(0.5)
    #expect(value.value(at: .zero) == 0.5)
    #expect(value.value(at: seconds(1_000_000)) == 0.5)
  }

  @Test func `a ramp may start where another ends`() throws {
    let value = try AnimatedValue(entries: [
      ramp(4, 6, 10, 20), ramp(0, 4, 0, 1), .instant(at: seconds(6), value: 7),
    ])
    #expect(
      value.entries == [ramp(0, 4, 0, 1), ramp(4, 6, 10, 20), .instant(at: seconds(6), value: 7)])
    #expect(value.value(at: seconds(4)) == 10)
    #expect(value.value(at: seconds(6)) == 7)
  }

  @Test(
    arguments: [
      (ramp(0, 4, 0, 1), ramp(3, 5, 0, 1)), (ramp(3, 5, 0, 1), ramp(0, 4, 0, 1)),
      (ramp(0, 9, 0, 1), ramp(3, 5, 0, 1)), (ramp(0, 4, 0, 1), .instant(at: .zero, value: 1)),
      (.instant(at: seconds(3), value: 1), ramp(0, 4, 0, 1)),
      (.instant(at: seconds(3), value: 1), .instant(at: seconds(6, over: 2), value: 1)),
    ] as [(AnimatedValue<Double>.Entry, AnimatedValue<Double>.Entry)])
  func `overlapping entries are refused`(
    first: AnimatedValue<Double>.Entry, second: AnimatedValue<Double>.Entry
  ) {
    let error = #expect(throws: CompositionError.self) {
      try AnimatedValue(entries: [first, second])
    }
    #expect(error?.code == .overlap)
    #expect(error?.message.contains(words(first)) == true)
    #expect(error?.message.contains(words(second)) == true)
  }

  @Test func `an empty ramp is refused`() {
    let error = #expect(throws: CompositionError.self) {
      try AnimatedValue(entries: [ramp(3, 3, 0, 1)])
    }
    #expect(error?.code == .emptyRange)
  }

  @Test func `a refused entry changes nothing`() throws {
    var value = try AnimatedValue(entries: [ramp(0, 4, 0, 1)])
    #expect(throws: CompositionError.self) { try value.add(ramp(2, 3, 0, 1)) }
    #expect(value == (try AnimatedValue(entries: [ramp(0, 4, 0, 1)])))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the order of adding entries does not matter`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var end: Int64 = 0
    let entries = (0..<6).map { index -> AnimatedValue<Double>.Entry in
      let start = end + Int64.random(in: 0...3, using: &random)
      end = start + Int64.random(in: 1...4, using: &random)
      return index % 3 == 0
        ? .instant(at: seconds(start), value: 5) : ramp(start, end, 1, Double(index))
    }
    let value = try AnimatedValue(entries: entries.shuffled(using: &random))
    #expect(value.entries == entries)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a new entry is compared with every entry`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var value = AnimatedValue<Double>()
    var kept: [AnimatedValue<Double>.Entry] = []
    for _ in 0..<20 {
      let entry = randomEntry(&random)
      let clashes = kept.contains { clash($0, entry) }
      do throws(CompositionError) {
        try value.add(entry)
        #expect(!clashes)
        kept.append(entry)
      } catch {
        #expect(clashes && error.code == .overlap)
      }
      kept.sort { $0.span.start < $1.span.start }
      #expect(value.entries == kept)
    }
  }

  /// The name of an entry in messages.
  private func words(_ entry: AnimatedValue<Double>.Entry) -> String {
    switch entry {
    case .instant(let time, _): "at \(time.text) s"
    case .ramp(let ramp): "over \(ramp.range.start.text)–\(ramp.range.end.text) s"
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `of overlapping entries, the later ones are left out`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let entries = (0..<12).map { _ in randomEntry(&random) }
    var out: Set<Int> = []
    let value = AnimatedValue(entries: entries) { index, error in
      #expect(error.code == .overlap && error.message.contains(words(entries[index])))
      // An omitted entry overlaps an earlier one.
      #expect(entries[..<index].contains { clash($0, entries[index]) })
      #expect(out.insert(index).inserted)
    }
    let kept = entries.indices.filter { !out.contains($0) }.map { entries[$0] }
    #expect(value.entries == kept.sorted { $0.span.start < $1.span.start })
    #expect(value == (try AnimatedValue(entries: kept)))
    #expect(out.isEmpty == ((try? AnimatedValue(entries: entries)) != nil))
  }

  private func randomEntry(_ random: inout SplitMix64) -> AnimatedValue<Double>.Entry {
    let start = Int64.random(in: 0...30, using: &random)
    let length = Int64.random(in: 0...4, using: &random)
    return length == 0
      ? .instant(at: seconds(start), value: Double(start)) : ramp(start, start + length, 0, 1)
  }

  /// Whether two entries of whole seconds overlap; an instant counts as half a second.
  private func clash(
    _ a: AnimatedValue<Double>.Entry, _ b: AnimatedValue<Double>.Entry
  ) -> Bool {
    func ticks(_ entry: AnimatedValue<Double>.Entry) -> Range<Double> {
      let start = entry.span.start.seconds
      return start..<max(start + 0.5, entry.span.end.seconds)
    }
    return ticks(a).overlaps(ticks(b))
  }

  @Test func `each side of a rectangle is interpolated by itself`() throws {
    let value = try AnimatedValue(entries: [
      .ramp(
        AnimatedValue<Rectangle>.Ramp(
          over: range(0, 4), from: Rectangle(x: 0, y: 10, width: 100, height: 0),
          to: Rectangle(x: 8, y: -10, width: 100, height: 40)))
    ])
    #expect(value.value(at: seconds(1)) == Rectangle(x: 2, y: 5, width: 100, height: 10))
  }
}
