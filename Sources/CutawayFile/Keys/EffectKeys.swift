import CutawayModel

extension Constructs {
  /// All other keys are properties of the element, or settings of the filter.
  static let effect = Construct<Effect>(
    "effect", as: "an effect", blank: Effect(element: ""),
    relations: JSON.object([
      ("oneOf", .list([["required": ["element"]], ["required": ["filter"]]])),
      ("additionalProperties", Effect.Value.schema),
    ]),
    fields: [
      Field(
        "element", \.element, .text("the name of an element"), .implied(as: "none"),
        "The factory name of a GStreamer filter. The other keys are its properties, constant or animated; the path `location` is relative to the file."
      ),
      Field(
        "filter", \.filter, .filterName, .implied(as: "none"),
        """
        Instead of `element`: the name of a [filter of pictures](core-image.md), such as `sepiaTone`. The other keys \
        are its settings, constant or animated.
        """),
    ])
}

/// A look by name, as a file has it.
struct LookKeys: Sendable {
  var look = Look.warm
  var strength = 1.0
}

extension Constructs {
  static let look = Construct<LookKeys>(
    "look", as: "a look", blank: LookKeys(),
    fields: [
      Field("look", \.look, .word(as: "look"), .required, "The name of the look."),
      Field(
        "strength", \.strength, .number("a strength from 0 to 1", in: 0...1), .implied,
        "How strong it is; 0 changes nothing."),
    ])
}

extension ValueForm<[Effect]> {
  /// Effects, and looks, each of which stands for several effects.
  static var effects: Self {
    let look = ValueForm<LookKeys>.map(Constructs.look).defined(as: "look")
    return ValueForm(
      "list of [effects](#effect) and [looks](#look)",
      schema: ["type": "array", "items": .any(Constructs.effect.schema, look.schema())],
      write: { .list($0.map(\.yaml)) }
    ) { reader, value, path in
      var effects: [Effect] = []
      for value in reader.list(value, of: "effects") {
        guard value.map?.contains(where: { $0.key == "look" }) == true else {
          let place = path?[effects.count]
          if let place { reader.positions[place] = value.position }
          reader.effect(value, path: place).map { effects.append($0) }
          continue
        }
        guard let keys = look.read(&reader, value, nil) else { continue }
        for effect in keys.look.effects(strength: keys.strength) {
          if let path { reader.positions[path[effects.count]] = value.position }
          effects.append(effect)
        }
      }
      return effects
    }.defined(as: "effects")
  }
}

extension ValueForm<String> {
  /// The name of a filter, which the published schema lists.
  fileprivate static var filterName: Self {
    ValueForm<String>.text("the name of a filter").defined(as: CompositionSchema.filterName)
  }
}

extension Effect {
  /// The property that is a path in all elements of GStreamer; in a file, it is relative to the composition.
  fileprivate static let location = "location"

  /// The effect with the path of its file relative to a directory.
  func relative(to directory: String) -> Effect {
    guard case .string(let path)? = properties[Self.location] else { return self }
    var result = self
    result.properties[Self.location] = .string(AssetLocation(path).relative(to: directory))
    return result
  }

  fileprivate var yaml: YAMLValue {
    .map([filter.map { ("filter", .text($0)) } ?? ("element", .text(element))] + properties.yaml)
  }
}

extension [String: Effect.Value] {
  /// The properties of an element in the order of their names.
  var yaml: [(key: String, value: YAMLValue)] {
    sorted { $0.key < $1.key }.compactMap { name, value in
      // An animation without entries leaves the property at its default.
      if case .animated(let animation) = value, animation.isEmpty { return nil }
      return (name, value.yaml)
    }
  }
}

extension Effect.Value {
  var yaml: YAMLValue {
    switch self {
    case .bool(let bool): .bool(bool)
    case .int(let int): .number(int)
    // With a point, so that it stays a floating-point number.
    case .double(let double): .scalar(double.yamlScalar)
    case .string(let string): .text(string)
    case .numbers(let numbers): .list(numbers.map { .scalar($0.yamlScalar) })
    case .animated(let animation): animation.yaml
    }
  }
}

extension Reader {
  fileprivate mutating func effect(_ value: SourceValue, path: ModelPath?) -> Effect? {
    guard let map = value.map else {
      return expected(
        "an effect: a map with 'element' or 'filter' and its properties, or with 'look'", in: value)
    }
    let heads = map.filter { ["element", "filter"].contains($0.key) }
    if heads.count > 1 {
      report(.shape, at: heads[1].value.position, "an effect has 'element' or 'filter', not both")
    }
    var result: Effect?
    var properties: [String: Effect.Value] = [:]
    for entry in map {
      let isHead = entry.key == "element" || entry.key == "filter"
      if let path {
        let path = isHead ? path : path["properties"]
        positions[path[entry.key]] = entry.value.position
      }
      switch entry.key {
      case "element":
        result = text(entry.value, as: "the name of an element").map { Effect(element: $0) }
      case "filter":
        result = text(entry.value, as: "the name of a filter").map { Effect(filter: $0) }
      default:
        properties[entry.key] = property(
          entry.value, called: entry.key, path: path?["properties"][entry.key])
      }
    }
    if heads.isEmpty {
      let misspelled = map.first { $0.key.nearest(in: ["element", "filter", "look"]) != nil }
      report(
        .shape, at: misspelled?.position ?? value.position,
        "an effect needs 'element', 'filter' or 'look'"
          + (misspelled.map { ", found \($0.key.quoted)" } ?? ""))
    }
    if case .string(let location)? = properties[Effect.location] {
      properties[Effect.location] = .string(resolved(location))
    }
    result?.properties = properties
    return result
  }

  /// Reads the value of a property of an element: a constant, a point, numbers or an animation.
  mutating func property(
    _ value: SourceValue, called name: String, path: ModelPath?
  ) -> Effect.Value? {
    if let list = value.list, list.count > 2, list.allSatisfy({ $0.scalar?.kind == .number }) {
      return .numbers(list.compactMap { number($0, as: "a number") })
    }
    if value.list != nil { return animation(value, of: name, path: path).map { .animated($0) } }
    guard let scalar = value.scalar else {
      return expected("a number, text, true or false, or a list of ramps", in: value)
    }
    switch scalar.kind {
    case .null: return expected("a number, text, true or false, or a list of ramps", in: value)
    case .bool(let bool): return .bool(bool)
    case .text: return .string(scalar.text)
    case .number where scalar.isWhole:
      if let int = Int(scalar.text) { return .int(int) }
      report(.meaning, at: value.position, "\(value.found) does not fit 64 bits")
      return nil
    case .number: return number(value, as: "a number").map { .double($0) }
    }
  }
}
