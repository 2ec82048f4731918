public import CutawayTime

/// A property that changes over the time of the composition.
///
/// It is a list of entries, instants and ramps, that do not overlap. Before the first entry it has
/// its default; after an instant or a ramp's end it keeps the last value until the next entry.
public struct AnimatedValue<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Instants and ramps, in order of time.
  public private(set) var entries: [Entry]

  public enum Entry: Sendable, Hashable, Codable {
    /// The value from a moment on.
    case instant(at: MediaTime, value: Value)
    /// A change over a range, which is not empty.
    case ramp(Ramp)
  }

  public struct Ramp: Sendable, Hashable, Codable {
    public var range: TimeRange
    public var from: Value
    public var to: Value
    public var easing: Easing
    public var interpolation: Interpolation

    public init(
      over range: TimeRange, from: Value, to: Value, easing: Easing = .linear,
      interpolation: Interpolation = .componentwise
    ) {
      self.range = range
      self.from = from
      self.to = to
      self.easing = easing
      self.interpolation = interpolation
    }
  }

  /// A value that is always the default.
  public init() { entries = [] }

  /// The same value at all times.
  public init(_ value: Value) { entries = [.instant(at: .zero, value: value)] }

  /// A value with the given entries, in any order.
  ///
  /// - Throws: ``CompositionError`` where two entries overlap or a ramp's range is empty.
  public init(entries: some Sequence<Entry>) throws(CompositionError) {
    // By start; an instant at the end of one ramp and the start of the next cannot be.
    let sorted = entries.sorted { $0.span.start < $1.span.start }
    for entry in sorted { try entry.checkRange() }
    for (entry, next) in zip(sorted, sorted.dropFirst()) where entry.overlaps(next) {
      throw next.overlapError(with: entry)
    }
    self.entries = sorted
  }

  /// A value with those of the given entries that do not overlap, in any order.
  ///
  /// - Parameters:
  ///   - entries: The entries, whose ramps are not empty.
  ///   - leaveOut: Told the index of an entry that overlaps one given before it, and what is wrong.
  public init(entries: [Entry], leavingOut leaveOut: (Int, CompositionError) -> Void) {
    let starts = entries.map(\.span.start)
    var kept: [Int] = []
    for index in entries.indices.sorted(by: { (starts[$0], $0) < (starts[$1], $1) }) {
      guard let last = kept.last, entries[last].overlaps(entries[index]) else {
        kept.append(index)
        continue
      }
      let first = min(last, index), second = max(last, index)
      leaveOut(second, entries[second].overlapError(with: entries[first]))
      kept[kept.count - 1] = first
    }
    self.entries = kept.map { entries[$0] }
  }

  /// Adds an entry.
  ///
  /// - Throws: ``CompositionError`` where it overlaps another entry (a ramp may start where another
  ///   ends), or is a ramp over an empty range.
  public mutating func add(_ entry: Entry) throws(CompositionError) {
    try entry.checkRange()
    let index = indexOfEntry(after: entry.span.start)
    // The others are in order and apart, so that none reaches over its neighbour.
    for other in entries[max(0, index - 1)..<min(index + 1, entries.count)]
    where other.overlaps(entry) {
      throw entry.overlapError(with: other)
    }
    // A ramp that ends where an instant stands comes before it by its start; a ramp that starts
    // there goes on from it.
    entries.insert(entry, at: index)
  }

  /// The index of the first entry that starts after `time`.
  private func indexOfEntry(after time: MediaTime) -> Int {
    var low = entries.startIndex, high = entries.endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].span.start > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Puts entries in the place of the old ones; they must be in order and not overlap.
  mutating func replaceEntries(with entries: [Entry]) { self.entries = entries }

  /// The entry that decides about `time`, or `nil` before the first, where the default holds.
  public func entry(at time: MediaTime) -> Entry? {
    entries.last { $0.span.start <= time }
  }
}

extension AnimatedValue {
  private enum CodingKeys: String, CodingKey { case entries }

  /// - Throws: `DecodingError` where entries overlap, too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let entries = try container.decode([Entry].self, forKey: .entries)
    do throws(CompositionError) {
      try self.init(entries: entries)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .entries, in: container, debugDescription: error.message)
    }
  }
}

extension AnimatedValue where Value: Animatable {
  /// The value at `time`, or `nil` before the first entry, where the default holds.
  public func value(at time: MediaTime) -> Value? {
    switch entry(at: time) {
    case nil: nil
    case .instant(_, let value): value
    case .ramp(let ramp): ramp.value(at: time)
    }
  }
}

extension AnimatedValue.Entry {
  /// The time that the entry takes for itself: a moment, or a range.
  public var span: TimeRange {
    switch self {
    case .instant(let time, _): TimeRange(start: time, duration: .zero)
    case .ramp(let ramp): ramp.range
    }
  }

  fileprivate func checkRange() throws(CompositionError) {
    if case .ramp(let ramp) = self, ramp.range.isEmpty {
      throw CompositionError(.emptyRange, "a ramp must last: \(ramp.range.text) s")
    }
  }

  fileprivate func overlapError(with other: Self) -> CompositionError {
    CompositionError(.overlap, "\(place) overlaps \(other.place)")
  }

  /// The entry by its time, for messages.
  var place: String {
    switch self {
    case .instant(let time, _): "the entry at \(time.text) s"
    case .ramp(let ramp): "the ramp over \(ramp.range.text) s"
    }
  }

  func overlaps(_ other: Self) -> Bool {
    switch (self, other) {
    case (.instant(let a, _), .instant(let b, _)): a == b
    case (.instant(let time, _), .ramp(let ramp)), (.ramp(let ramp), .instant(let time, _)):
      ramp.range.contains(time)
    case (.ramp(let a), .ramp(let b)): a.range.overlaps(b.range)
    }
  }
}

extension AnimatedValue.Ramp where Value: Animatable {
  /// The value at a time, which is held outside the range.
  public func value(at time: MediaTime) -> Value {
    if time >= range.end { return to }
    return value(at: max(0, ((time - range.start) / range.duration).seconds))
  }

  /// The value when a part of the range, 0…1, has passed.
  public func value(at part: Double) -> Value {
    let progress = easing.progress(at: part)
    return easing == .sine
      ? Value.interpolatePower(from: from, to: to, progress: progress)
      : Value.interpolate(from: from, to: to, progress: progress, as: interpolation)
  }
}

/// How a ramp goes from one transform to another.
///
/// Other values have components only.
public enum Interpolation: Sendable, Hashable, Codable {
  /// Each component by itself, as AVFoundation does.
  case componentwise
  /// Translation, rotation, scale and shear apart, with whole turns added to the short way round.
  case decomposed(turns: Int)
}

/// A value that a ramp can pass through.
public protocol Animatable: Sendable, Hashable, Codable {
  static func interpolate(
    from: Self, to: Self, progress: Double, as interpolation: Interpolation
  ) -> Self

  /// The value whose square lies between those of two others, with their signs; componentwise, unless the
  /// value is a number.
  static func interpolatePower(from: Self, to: Self, progress: Double) -> Self
}

extension Animatable {
  public static func interpolatePower(from: Self, to: Self, progress: Double) -> Self {
    interpolate(from: from, to: to, progress: progress, as: .componentwise)
  }
}

extension Double: Animatable {
  public static func interpolate(
    from: Self, to: Self, progress: Double, as: Interpolation
  ) -> Self {
    from + (to - from) * progress
  }

  public static func interpolatePower(from: Self, to: Self, progress: Double) -> Self {
    let (start, end) = (from * abs(from), to * abs(to))
    let square = start + (end - start) * progress
    return square < 0 ? -(-square).squareRoot() : square.squareRoot()
  }
}

extension Rectangle: Animatable {
  public static func interpolate(
    from: Self, to: Self, progress p: Double, as: Interpolation
  ) -> Self {
    Rectangle(
      x: from.x + (to.x - from.x) * p, y: from.y + (to.y - from.y) * p,
      width: from.width + (to.width - from.width) * p,
      height: from.height + (to.height - from.height) * p)
  }
}

extension TransformMatrix: Animatable {
  public static func interpolate(
    from: Self, to: Self, progress p: Double, as interpolation: Interpolation
  ) -> Self {
    switch interpolation {
    case .componentwise:
      TransformMatrix(
        a: from.a + (to.a - from.a) * p, b: from.b + (to.b - from.b) * p,
        c: from.c + (to.c - from.c) * p, d: from.d + (to.d - from.d) * p,
        tx: from.tx + (to.tx - from.tx) * p, ty: from.ty + (to.ty - from.ty) * p)
    case .decomposed(let turns):
      interpolateDecomposed(from: from, to: to, progress: p, turns: turns)
    }
  }
}
