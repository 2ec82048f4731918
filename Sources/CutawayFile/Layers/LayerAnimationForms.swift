import CutawayModel
import CutawayTime

extension ValueForm<LayerValue> {
  /// A value of any property.
  ///
  /// The reader of an animation reads it again, because its kind follows from the property.
  static var layerValue: Self {
    let color = ValueForm<Color>.color
    return ValueForm(
      "number, `[x, y]`, colour, or another kind that suits the property",
      schema: .any(
        ["type": "number"], ["type": "boolean"], ["type": "string", "minLength": 1],
        ["type": "array", "items": .any(["type": "number"], color.schema())]),
      write: { $0.yaml }
    ) { _, _, _ in .flag(false) }
  }
}

extension LayerValue {
  fileprivate var yaml: YAMLValue {
    switch self {
    case .number(let number): .number(number)
    case .point(let own): ValueForm<Point>.point.write(own)
    case .color(let own): ValueForm<Color>.color.write(own)
    case .matrix(let own): ValueForm<TransformMatrix>.matrix.write(own)
    case .rectangle(let own): ValueForm<Rectangle>.part.write(own)
    case .flag(let flag): .bool(flag)
    case .path(let text), .image(let text): .text(text)
    case .colors(let colors): .list(colors.map(ValueForm<Color>.color.write))
    case .numbers(let numbers): .list(numbers.map { .number($0) })
    }
  }
}

extension Reader {
  /// Reads a value of a property.
  mutating func layerValue(_ value: SourceValue, of property: LayerProperty) -> LayerValue? {
    let kind = property.kind, scalar = value.scalar, count = value.list?.count
    let isRight =
      switch kind {
      case .number: scalar?.double != nil
      case .point: count == 2 || property == .scale && scalar?.double != nil
      case .color, .path, .image: scalar?.kind == .text
      case .matrix: count == 6
      case .rectangle: count == 4
      case .flag: if case .bool? = scalar?.kind { true } else { false }
      case .colors, .numbers: count != nil
      }
    if !isRight {
      report(
        .meaning, at: value.position,
        "'\(property.rawValue)' takes \(kind.text), found \(value.found)")
      return nil
    }
    switch kind {
    case .number: return number(value, as: "a number").map { .number($0) }
    case .point:
      if scalar != nil {
        return number(value, as: "a number").map { .point(Point(x: $0, y: $0)) }
      }
      return ValueForm.point.read(&self, value, nil).map { .point($0) }
    case .color: return ValueForm.color.read(&self, value, nil).map { .color($0) }
    case .matrix: return ValueForm.matrix.read(&self, value, nil).map { .matrix($0) }
    case .rectangle: return ValueForm.part.read(&self, value, nil).map { .rectangle($0) }
    case .flag: return bool(value).map { .flag($0) }
    case .path: return ValueForm.svg.read(&self, value, nil).map { .path($0) }
    case .image: return text(value, as: "the name of an asset").map { .image($0) }
    case .colors:
      let all = (value.list ?? []).compactMap { ValueForm.color.read(&self, $0, nil) }
      return all.count == count ? .colors(all) : nil
    case .numbers:
      let all = (value.list ?? []).compactMap { number($0, as: "a number") }
      return all.count == count ? .numbers(all) : nil
    }
  }
}

extension LayerValue.Kind {
  /// The kind in messages.
  var text: String {
    switch self {
    case .number: "a number"
    case .point: "[x, y]"
    case .color: "a colour"
    case .matrix: "[a, b, c, d, tx, ty]"
    case .rectangle: "[x, y, width, height]"
    case .flag: "true or false"
    case .path: "the data of an SVG path"
    case .image: "the name of an asset"
    case .colors: "a list of colours"
    case .numbers: "a list of numbers"
    }
  }
}

extension ValueForm<[LayerAnimation]> {
  /// Animations and groups of them, one after another.
  static var animations: Self {
    list(
      schema: .any(
        .reference("animation", Constructs.layerAnimation.schema),
        .reference("animationGroup", Constructs.animationGroup.schema)))
  }

  /// The animations of a group; the schema of a group refers to itself.
  static var innerAnimations: Self {
    list(schema: .any(.reference("animation", [:]), .reference("animationGroup", [:])))
  }

  private static func list(schema: @autoclosure @escaping @Sendable () -> JSON) -> Self {
    ValueForm(
      "list of [animations](#animation) and [groups](#group)",
      schema: ["type": "array", "items": schema()], write: { .list(entries(of: $0)) }
    ) { reader, value, path in
      reader.list(value, of: "animations").enumerated().flatMap { index, value in
        reader.animations(value, path: path?[index])
      }
    }
  }

  /// The entries of animations: those in the same group lie in one entry.
  private static func entries(of animations: [LayerAnimation]) -> [YAMLValue] {
    var rest = animations[...], entries: [YAMLValue] = []
    while let first = rest.first {
      guard let timing = first.groups.first else {
        entries.append(Constructs.layerAnimation.yaml(LayerAnimationKeys(first)))
        rest.removeFirst()
        continue
      }
      var group = LayerGroupKeys(timing: timing)
      for var animation in rest.prefix(while: { $0.groups.first == timing }) {
        animation.groups.removeFirst()
        group.animations.append(animation)
      }
      rest = rest.dropFirst(group.animations.count)
      entries.append(Constructs.animationGroup.yaml(group))
    }
    return entries
  }
}

extension Reader {
  /// Reads an animation, or the animations of a group.
  fileprivate mutating func animations(
    _ value: SourceValue, path: ModelPath?
  ) -> [LayerAnimation] {
    guard let map = value.map, map.contains(where: { $0.key == "group" }) else {
      return layerAnimation(value, path: path).map { [$0] } ?? []
    }
    guard let group = whole(value, of: Constructs.animationGroup, path: nil) else { return [] }
    return group.animations.map { animation in
      var animation = animation
      animation.groups.insert(group.timing, at: 0)
      return animation
    }
  }
}
