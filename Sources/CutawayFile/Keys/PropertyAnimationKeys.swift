import CutawayModel

/// The constructs of an animated property of an effect, one for each kind of value.
private enum AnimatedProperty {
  static let number = Form(.number("a number"))
  static let color = Form(.color)
  static let point = Form(.point)

  struct Form<Value: Sendable & Hashable & Codable>: Sendable {
    let value: ValueForm<Value>
    let entry: AnimatedValueKeys<Value>

    init(_ value: ValueForm<Value>) {
      self.value = value
      entry = AnimatedValueKeys(value, isTransform: false)
    }

    var schema: JSON { .any(entry.instant.schema, entry.ramp.schema) }

    /// All entries, even a single one: a constant in the file is not an animation.
    func yaml(_ value: AnimatedValue<Value>) -> YAMLValue {
      .list(
        value.entries.map { item in
          let construct = if case .instant = item { entry.instant } else { entry.ramp }
          return construct.yaml(AnimatedValueKeys.Entry(item))
        })
    }
  }
}

extension Effect.Value {
  /// A constant, a point, several numbers, or a list of instants and ramps.
  static var schema: JSON {
    func list(_ entry: JSON) -> JSON { ["type": "array", "minItems": 1, "items": entry] }
    let animation: JSON = .any(
      ValueForm<Point>.point.schema(), list(AnimatedProperty.number.schema),
      list(AnimatedProperty.color.schema), list(AnimatedProperty.point.schema))
    return .any(
      ["type": ["boolean", "number", "string"]],
      ["type": "array", "minItems": 3, "items": ["type": "number"]],
      .reference(
        "animatedProperty",
        animation.adding([
          ("description", "A point [x, y], or instants and ramps of a number, a colour or a point.")
        ])))
  }
}

extension PropertyAnimation {
  var yaml: YAMLValue {
    switch self {
    case .number(let value): AnimatedProperty.number.yaml(value)
    case .color(let value): AnimatedProperty.color.yaml(value)
    case .point(let value):
      value == AnimatedValue(value.entries.firstValue)
        ? AnimatedProperty.point.value.write(value.entries.firstValue)
        : AnimatedProperty.point.yaml(value)
    }
  }
}

extension [AnimatedValue<Point>.Entry] {
  fileprivate var firstValue: Point {
    switch first {
    case .instant(_, let value): value
    case .ramp(let ramp): ramp.from
    case nil: Point(x: 0, y: 0)
    }
  }
}

extension ValueForm<Point> {
  static var point: Self {
    ValueForm<[Double]>.numbers("[x, y]", count: 2, as: "a point, [x, y]").defined(as: "pair")
      .converted {
        Point(components: $0)
      } back: {
        $0.components
      }
  }
}

extension Reader {
  /// Reads a point, or the entries of an animated property, whose messages begin with its name.
  mutating func animation(
    _ value: SourceValue, of name: String, path: ModelPath?
  ) -> PropertyAnimation? {
    prefixingReports(with: "\(name.quoted): ") { reader in
      guard let list = value.list, let first = list.first else {
        return reader.expected("a value, or a list of ramps", in: value)
      }
      if first.map == nil {
        return AnimatedProperty.point.value.read(&reader, value, nil)
          .map { .point(AnimatedValue($0)) }
      }
      return reader.entries(value, path: path)
    }
  }

  private mutating func entries(_ list: SourceValue, path: ModelPath?) -> PropertyAnimation? {
    let entries = list.list ?? []
    let values = entries.flatMap { $0.map ?? [] }
      .filter { ["value", "from", "to"].contains($0.key) }.map(\.value)
    // The first value determines the kind; the others are checked against it.
    guard let sample = values.first(where: { !$0.isInvalid }) else {
      // Called for its diagnostics.
      _ = animated(list, AnimatedProperty.number.entry, AnimatedProperty.number.value, path: path)
      return nil
    }
    if sample.list != nil {
      let form = AnimatedProperty.point
      return animated(list, form.entry, form.value, path: path).map { .point($0) }
    }
    switch sample.scalar?.kind {
    case .number:
      let form = AnimatedProperty.number
      return animated(list, form.entry, form.value, path: path).map { .number($0) }
    case .text where isColor(sample):
      let form = AnimatedProperty.color
      return animated(list, form.entry, form.value, path: path).map { .color($0) }
    default:
      report(
        .shape, at: sample.position,
        "only numbers, colours and points [x, y] can be animated, not \(sample.found)")
      return nil
    }
  }

  /// Whether a text is a colour, or is meant to be one.
  private func isColor(_ value: SourceValue) -> Bool {
    guard let text = value.scalar?.text else { return false }
    return text.hasPrefix("#") || Color(text: text) != nil
      || text.nearest(in: ColorNames.all.keys.sorted()) != nil
  }
}
