import CutawayModel
import CutawayTime

extension ValueForm {
  /// A plain value, or a list of instants and ramps.
  ///
  /// `name` is that of the property in the schema, and `default` the value without entries. Only
  /// ramps of transforms may be decomposed.
  @_semantics("optimize.sil.specialize.generic.never")
  static func animated<Animated>(
    _ name: String, _ value: ValueForm<Animated>, default: Animated, isTransform: Bool = false
  ) -> Self where Value == AnimatedValue<Animated> {
    let entry = AnimatedValueKeys(value, isTransform: isTransform)
    return ValueForm(
      "animated \(value.type)",
      schema: .any(
        value.schema(),
        [
          "type": "array", "minItems": 1,
          "items": .any(entry.instant.schema, entry.ramp.schema),
        ]),
      write: { $0.yaml(default: `default`, entry, value) }
    ) { reader, source, path in reader.animated(source, entry, value, path: path) }
    .defined(as: "animated" + name)
  }
}

/// The constructs of an animated value: its instants and its ramps.
struct AnimatedValueKeys<Value: Sendable & Hashable & Codable>: Sendable {
  /// The values of an instant's keys, or of a ramp's.
  struct Entry {
    var time: MediaTime?
    var value: Value?
    var range: TimeRange?
    var from: Value?
    var to: Value?
    var easing = Easing.linear
    var interpolation: String?
    var turns: Int?
  }

  let instant: Construct<Entry>
  let ramp: Construct<Entry>
  /// The keys that distinguish an entry from another map, such as a step of a transform.
  let keys: [String]

  @_semantics("optimize.sil.specialize.generic.never")
  init(_ value: ValueForm<Value>, isTransform: Bool) {
    instant = Construct(
      "instant", as: "an instant", blank: Entry(),
      fields: [
        Field("at", \.time, .time, .required, "The time in the composition."),
        Field("value", \.value, value, .required, "The value from this time on."),
      ])
    let all = Construct(
      "ramp", as: "a ramp", blank: Entry(),
      relations: [
        "dependentSchemas": [
          "turns": [
            "required": ["interpolation"],
            "properties": ["interpolation": ["const": "decomposed"]],
          ]
        ]
      ],
      fields: [
        Field("range", \.range, .range, .required, "When the value changes."),
        Field("from", \.from, value, .required, "The value at the start of the range."),
        Field("to", \.to, value, .required, "The value from the end of the range on."),
        Field("easing", \.easing, .easing, .stated, "The rate of the change."),
        Field(
          "interpolation", \.interpolation,
          .word(of: ["componentwise", "decomposed"], as: "interpolation"),
          .implied(as: "`componentwise`"),
          "For transforms: `decomposed` changes translation, rotation, scale and shear separately."),
        Field(
          "turns", \.turns, .integer("a number of turns", in: -1_000...1_000), .implied(as: "`0`"),
          "With `decomposed`: full rotations in addition to the shortest one."),
      ])
    keys = instant.keys + all.keys
    ramp = isTransform ? all : all.only(["range", "from", "to", "easing"], as: "a ramp")
  }
}

extension AnimatedValueKeys.Entry {
  init(_ entry: AnimatedValue<Value>.Entry) {
    switch entry {
    case .instant(let time, let value):
      self.time = time
      self.value = value
    case .ramp(let ramp):
      range = ramp.range
      from = ramp.from
      to = ramp.to
      easing = ramp.easing
      if case .decomposed(let turns) = ramp.interpolation {
        interpolation = "decomposed"
        self.turns = turns
      }
    }
  }
}

extension AnimatedValue {
  /// A plain value, or a list of entries; the default if there are no entries.
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate func yaml(
    default: Value, _ keys: AnimatedValueKeys<Value>, _ form: ValueForm<Value>
  ) -> YAMLValue {
    if entries.isEmpty { return form.write(`default`) }
    if entries.count == 1, case .instant(.zero, let value)? = entries.first {
      return form.write(value)
    }
    return .list(
      entries.map { entry in
        let construct = if case .instant = entry { keys.instant } else { keys.ramp }
        return construct.yaml(AnimatedValueKeys.Entry(entry))
      })
  }
}

extension Reader {
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func animated<Value>(
    _ value: SourceValue, _ keys: AnimatedValueKeys<Value>, _ form: ValueForm<Value>,
    path: ModelPath?
  ) -> AnimatedValue<Value>? {
    func isEntry(_ value: SourceValue) -> Bool {
      value.map?.contains { keys.keys.contains($0.key) } ?? false
    }
    guard let list = value.list, list.contains(where: isEntry) else {
      if value.list?.isEmpty == true { return expected("a value, or a list of entries", in: value) }
      return form.read(&self, value, nil).map { AnimatedValue($0) }
    }
    var entries: [(entry: AnimatedValue<Value>.Entry, position: SourcePosition)] = []
    for element in list {
      guard let entry = entry(element, keys) else { continue }
      entries.append((entry, element.position))
    }
    let result = AnimatedValue(entries: entries.map(\.entry)) { index, error in
      report(.meaning, at: entries[index].position, error.message)
    }
    if let path = path?["entries"] {
      let positionByEntry = Dictionary(entries.map { ($0.entry, $0.position) }) { first, _ in first
      }
      for (index, entry) in result.entries.enumerated() {
        positions[path[index]] = positionByEntry[entry]
      }
    }
    return result
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func entry<Value>(
    _ value: SourceValue, _ keys: AnimatedValueKeys<Value>
  ) -> AnimatedValue<Value>.Entry? {
    let given = Set(value.map?.map(\.key) ?? [])
    if given.contains("at") || given.contains("value") && !given.contains("range") {
      guard let instant = whole(value, of: keys.instant, path: nil), let time = instant.time,
        let value = instant.value
      else { return nil }
      return .instant(at: time, value: value)
    }
    if given.contains("range") || !given.isDisjoint(with: keys.keys) { return ramp(value, keys) }
    return expected("an entry: {at: …, value: …} or {range: …, from: …, to: …}", in: value)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func ramp<Value>(
    _ value: SourceValue, _ keys: AnimatedValueKeys<Value>
  ) -> AnimatedValue<Value>.Entry? {
    guard let fields = fields(of: value, as: keys.ramp) else { return nil }
    var ramp = keys.ramp.blank
    let unread = read(fields, into: &ramp, path: nil)
    let isDecomposed = ramp.interpolation == "decomposed"
    if let turns = fields["turns"], !isDecomposed, !unread.contains("interpolation") {
      report(.shape, at: turns.position, "'turns' needs 'interpolation: decomposed'")
      return nil
    }
    guard unread.isEmpty, let range = ramp.range, let from = ramp.from, let to = ramp.to else {
      return nil
    }
    return .ramp(
      AnimatedValue<Value>.Ramp(
        over: range, from: from, to: to, easing: ramp.easing,
        interpolation: isDecomposed ? .decomposed(turns: ramp.turns ?? 0) : .componentwise))
  }
}
