public import CutawayTime

/// A property that changes over the time of the composition.
///
/// It is a list of instants and ramps that do not overlap. Before the first entry the property has
/// its default value. After an instant or the end of a ramp it keeps the last value until the next
/// entry.
public struct AnimatedValue<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Instants and ramps, in order of time.
  public private(set) var entries: [Entry]

  /// One change of the value: at an instant, or over a time range.
  public enum Entry: Sendable, Hashable, Codable {
    /// The value from this time on.
    case instant(at: MediaTime, value: Value)
    /// A change over a range that is not empty.
    case ramp(Ramp)
  }

  /// A change from one value to another over a time range.
  public struct Ramp: Sendable, Hashable, Codable {
    /// When the value changes, in the time of the composition; not empty in a valid animation.
    public var range: TimeRange
    /// The value at the start of the range.
    public var from: Value
    /// The value from the end of the range on.
    public var to: Value
    /// The rate of the change; `linear` by default.
    public var easing: Easing
    /// How values between the two are computed; componentwise by default.
    public var interpolation: Interpolation

    /// Creates a ramp; the range is checked when the ramp is added to an ``AnimatedValue``.
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

  /// Creates an animation without entries: the property always has its default value.
  public init() { entries = [] }

  /// Creates a constant: one instant at time 0.
  public init(_ value: Value) { entries = [.instant(at: .zero, value: value)] }

  /// Creates an animation from the given entries, in any order.
  ///
  /// - Throws: `CompositionError` if two entries overlap or the range of a ramp is empty.
  public init(entries: some Sequence<Entry>) throws(CompositionError) {
    // By start: an instant at the time where one ramp ends and another starts cannot occur.
    let sorted = entries.sorted { $0.span.start < $1.span.start }
    for entry in sorted { try entry.checkRange() }
    for (entry, next) in zip(sorted, sorted.dropFirst()) where entry.overlaps(next) {
      throw next.overlapError(with: entry)
    }
    self.entries = sorted
  }

  /// Creates an animation from those of the given entries that do not overlap, in any order.
  ///
  /// - Parameters:
  ///   - entries: The entries. Their ramps must not be empty.
  ///   - leaveOut: Called with the index of each entry that overlaps one earlier in the list, and
  ///     with the error.
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
  /// - Throws: `CompositionError` if the entry overlaps another one (a ramp may start where
  ///   another ends), or is a ramp over an empty range.
  public mutating func add(_ entry: Entry) throws(CompositionError) {
    try entry.checkRange()
    let index = indexOfEntry(after: entry.span.start)
    // The other entries are in order and do not overlap, so only the neighbours can overlap the new
    // one.
    for other in entries[max(0, index - 1)..<min(index + 1, entries.count)]
    where other.overlaps(entry) {
      throw entry.overlapError(with: other)
    }
    // A ramp that ends at an instant precedes it, because it starts earlier. A ramp that starts
    // there follows it.
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

  /// Replaces all entries.
  ///
  /// The new ones must be in order and must not overlap.
  package mutating func replaceEntries(with entries: [Entry]) { self.entries = entries }

  /// The entry that determines the value at `time`; `nil` before the first entry, where the default
  /// applies.
  public func entry(at time: MediaTime) -> Entry? {
    // A loop over indices: `last(where:)` of a generic element allocates memory for each access.
    for index in entries.indices.reversed() {
      let entry = entries[index]
      if entry.span.start <= time { return entry }
    }
    return nil
  }
}

extension AnimatedValue {
  private enum CodingKeys: String, CodingKey { case entries }

  /// Decodes the entries.
  ///
  /// - Throws: `DecodingError`, also if entries overlap or the range of a ramp is empty.
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
  /// The value at `time`, or `nil` before the first entry, where the default applies.
  public func value(at time: MediaTime) -> Value? {
    switch entry(at: time) {
    case nil: nil
    case .instant(_, let value): value
    case .ramp(let ramp): ramp.value(at: time)
    }
  }
}

extension AnimatedValue.Entry {
  /// The time that the entry occupies: an empty range at an instant, or the range of a ramp.
  public var span: TimeRange {
    switch self {
    case .instant(let time, _): TimeRange(start: time, duration: .zero)
    case .ramp(let ramp): ramp.range
    }
  }

  fileprivate func checkRange() throws(CompositionError) {
    if case .ramp(let ramp) = self, ramp.range.isEmpty {
      throw CompositionError(.emptyRange, "the range of a ramp is empty: \(ramp.range.text) s")
    }
  }

  fileprivate func overlapError(with other: Self) -> CompositionError {
    CompositionError(.overlap, "\(place) overlaps \(other.place)")
  }

  /// The entry described by its time, for messages.
  package var place: String {
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
  /// The value at a time.
  ///
  /// It is constant before and after the range.
  public func value(at time: MediaTime) -> Value {
    if time >= range.end { return to }
    return value(at: max(0, ((time - range.start) / range.duration).seconds))
  }

  /// The value when a fraction of the range, 0…1, has passed.
  public func value(at part: Double) -> Value {
    let progress = easing.progress(at: part)
    return easing.isOfPower
      ? Value.interpolatePower(from: from, to: to, progress: progress)
      : Value.interpolate(from: from, to: to, progress: progress, as: interpolation)
  }
}

/// How a ramp interpolates between two transforms.
///
/// Other values are always interpolated by component.
public enum Interpolation: Sendable, Hashable, Codable {
  /// Each component separately, as AVFoundation does.
  case componentwise
  /// Translation, rotation, scale and shear separately.
  ///
  /// `turns` full rotations are added to the shortest rotation.
  case decomposed(turns: Int)
}

/// A value that a ramp can interpolate.
public protocol Animatable: Sendable, Hashable, Codable {
  /// The value at `progress` (0 is `from`, 1 is `to`; an easing may exceed both) on the way between
  /// two values.
  ///
  /// Types other than transforms ignore `interpolation`.
  static func interpolate(
    from: Self, to: Self, progress: Double, as interpolation: Interpolation
  ) -> Self

  /// The value whose signed square is interpolated linearly between those of two others, for
  /// ``Easing/sine``.
  ///
  /// Types other than numbers are interpolated by component.
  static func interpolatePower(from: Self, to: Self, progress: Double) -> Self
}

extension Animatable {
  /// Interpolates by component, without regard to power.
  public static func interpolatePower(from: Self, to: Self, progress: Double) -> Self {
    interpolate(from: from, to: to, progress: progress, as: .componentwise)
  }
}

extension Double: Animatable {
  /// Interpolates linearly.
  public static func interpolate(
    from: Self, to: Self, progress: Double, as: Interpolation
  ) -> Self {
    from + (to - from) * progress
  }

  /// Interpolates the signed square linearly, and returns its signed root.
  public static func interpolatePower(from: Self, to: Self, progress: Double) -> Self {
    let (start, end) = (from * abs(from), to * abs(to))
    let square = start + (end - start) * progress
    return square < 0 ? -(-square).squareRoot() : square.squareRoot()
  }
}

extension Rectangle: Animatable {
  /// Interpolates origin and size linearly.
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
  /// Interpolates the six components linearly, or the decomposed transforms; see ``Interpolation``.
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
