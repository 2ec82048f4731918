import CutawayModel

extension Constructs {
  /// All other keys are properties of the element.
  static let effect = Construct<Effect>(
    "effect", as: "an effect", blank: Effect(element: ""),
    relations: ["additionalProperties": Effect.Value.schema],
    fields: [
      Field(
        "element", \.element, .text("the name of an element"), .required,
        "The factory name of a GStreamer filter. The other keys are its properties, constant or animated."
      )
    ])
}

extension ValueForm<[Effect]> {
  static var effects: Self {
    let effect = ValueForm<Effect>(
      "[map](#effect)", schema: Constructs.effect.schema, write: { $0.yaml }
    ) { reader, value, path in reader.effect(value, path: path) }
    return .list(of: effect, "effects").defined(as: "effects")
  }
}

extension Effect {
  fileprivate var yaml: YAMLValue {
    .map([("element", .text(element))] + properties.yaml)
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
    case .animated(let animation): animation.yaml
    }
  }
}

extension Reader {
  fileprivate mutating func effect(_ value: SourceValue, path: ModelPath?) -> Effect? {
    guard let map = value.map else {
      return expected("an effect: a map with 'element' and its properties", in: value)
    }
    var element: String?
    var properties: [String: Effect.Value] = [:]
    for entry in map {
      let isElement = entry.key == "element"
      if let path {
        let path = isElement ? path : path["properties"]
        positions[path[entry.key]] = entry.value.position
      }
      if isElement {
        element = text(entry.value, as: "the name of an element")
      } else {
        properties[entry.key] = property(
          entry.value, called: entry.key, path: path?["properties"][entry.key])
      }
    }
    if element == nil, !map.contains(where: { $0.key == "element" }) {
      let misspelled = map.first { $0.key.nearest(in: ["element"]) != nil }
      report(
        .shape, at: misspelled?.position ?? value.position,
        "an effect needs 'element'" + (misspelled.map { ", found \($0.key.quoted)" } ?? ""))
    }
    return element.map { Effect(element: $0, properties: properties) }
  }

  /// Reads the value of a property of an element: a constant, a point or an animation.
  mutating func property(
    _ value: SourceValue, called name: String, path: ModelPath?
  ) -> Effect.Value? {
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
