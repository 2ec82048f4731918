import CutawayModel
import CutawayTime

extension Reader {
  /// The keys that distinguish an entry of an animated value from a step of a transform.
  private static let entryKeys = [
    "at", "value", "range", "from", "to", "easing", "interpolation", "turns",
  ]

  /// Reads a plain value, or a list of instants and ramps.
  ///
  /// - Parameters:
  ///   - value: The value or list.
  ///   - path: The path of the property in the model.
  ///   - isTransform: Whether ramps may be decomposed.
  ///   - read: Reads one value.
  /// - Returns: The entries that could be read.
  mutating func animated<Value>(
    _ value: SourceValue, path: [String], isTransform: Bool = false,
    read: (inout Reader, SourceValue) -> Value?
  ) -> AnimatedValue<Value> {
    positions[path] = value.position
    guard let list = value.list, list.contains(where: Self.isEntry) else {
      if value.list?.isEmpty == true {
        return expected("a value, or a list of entries", in: value) ?? AnimatedValue()
      }
      return read(&self, value).map { AnimatedValue($0) } ?? AnimatedValue()
    }
    var entries: [(entry: AnimatedValue<Value>.Entry, position: SourcePosition)] = []
    for element in list {
      guard let entry = self.entry(element, isTransform: isTransform, read: read) else { continue }
      entries.append((entry, element.position))
    }
    let result = AnimatedValue(entries: entries.map(\.entry)) { index, error in
      report(.meaning, at: entries[index].position, error.message)
    }
    let positionByEntry = Dictionary(entries.map { ($0.entry, $0.position) }) { first, _ in first }
    for (index, entry) in result.entries.enumerated() {
      positions[path + ["entries", "\(index)"]] = positionByEntry[entry]
    }
    return result
  }

  private static func isEntry(_ value: SourceValue) -> Bool {
    value.map?.contains { entryKeys.contains($0.key) } ?? false
  }

  private mutating func entry<Value>(
    _ value: SourceValue, isTransform: Bool, read: (inout Reader, SourceValue) -> Value?
  ) -> AnimatedValue<Value>.Entry? {
    let keys = Set(value.map?.map(\.key) ?? [])
    if keys.contains("at") || keys.contains("value") && !keys.contains("range") {
      return instant(value, read: read)
    }
    if keys.contains("range") || !keys.isDisjoint(with: Self.entryKeys) {
      return ramp(value, isTransform: isTransform, read: read)
    }
    return expected("an entry: {at: …, value: …} or {range: …, from: …, to: …}", in: value)
  }

  private mutating func instant<Value>(
    _ value: SourceValue, read: (inout Reader, SourceValue) -> Value?
  ) -> AnimatedValue<Value>.Entry? {
    let keys = ["at", "value"]
    guard let fields = fields(of: value, as: "an instant", keys: keys, required: keys) else {
      return nil
    }
    let time = fields["at"].flatMap { self.time($0) }
    let content = fields["value"].flatMap { read(&self, $0) }
    guard let time, let content else { return nil }
    return .instant(at: time, value: content)
  }

  private mutating func ramp<Value>(
    _ value: SourceValue, isTransform: Bool, read: (inout Reader, SourceValue) -> Value?
  ) -> AnimatedValue<Value>.Entry? {
    let keys = ["range", "from", "to", "easing"] + (isTransform ? ["interpolation", "turns"] : [])
    guard
      let fields = fields(
        of: value, as: "a ramp", keys: keys, required: ["range", "from", "to"])
    else { return nil }
    let range = fields["range"].flatMap { self.range($0) }
    let from = fields["from"].flatMap { read(&self, $0) }
    let to = fields["to"].flatMap { read(&self, $0) }
    let easing = fields["easing"].map { self.easing($0) } ?? .linear
    let interpolation = self.interpolation(of: fields)
    guard let range, let from, let to, let easing, let interpolation else { return nil }
    return .ramp(
      AnimatedValue<Value>.Ramp(
        over: range, from: from, to: to, easing: easing, interpolation: interpolation))
  }

  private mutating func interpolation(of fields: Fields) -> Interpolation? {
    let word = fields["interpolation"].map {
      self.word($0, of: ["componentwise", "decomposed"], as: "interpolation")
    }
    guard let value = fields["turns"] else {
      if word == .some(nil) { return nil }
      return word == "decomposed" ? .decomposed(turns: 0) : .componentwise
    }
    let turns = integer(value, as: "a number of turns", in: -1_000...1_000)
    switch word {
    case "decomposed": return turns.map { .decomposed(turns: $0) }
    case .some(nil): return nil
    default:
      report(.shape, at: value.position, "'turns' needs 'interpolation: decomposed'")
      return nil
    }
  }

  /// Reads a name, or the control points of a curve as in CSS.
  mutating func easing(_ value: SourceValue) -> Easing? {
    let names = Easing.named.map(\.name)
    if value.list == nil {
      let name = word(value, of: names, as: "easing")
      return Easing.named.first { $0.name == name }?.easing
    }
    let x = (name: "an x from 0 to 1", bounds: 0...1.0)
    let points = numbers(
      value, count: 4, as: "a curve, [x1, y1, x2, y2]", special: [0: x, 2: x])
    guard let p = points else { return nil }
    return .cubicBezier(x1: p[0], y1: p[1], x2: p[2], y2: p[3])
  }
}
