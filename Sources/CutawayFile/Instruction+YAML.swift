import CutawayModel
import CutawayTime

extension Instruction {
  func yamlValue(background default: Color) -> YAMLValue {
    .map(
      [
        ("range", .range(range)), ("background", .text((background ?? `default`).text)),
        ("layers", .list(layers.map(\.yamlValue))),
      ], isBlock: true)
  }
}

extension Layer {
  fileprivate var yamlValue: YAMLValue {
    var entries: [(key: String, value: YAMLValue)] = [
      ("track", .text(track.rawValue)),
      ("transform", transform.yamlValue(default: LayerTransform()) { $0.yamlValue }),
      ("opacity", opacity.yamlValue(default: 1) { .number($0) }),
    ]
    if !crop.entries.isEmpty {
      let none = Rectangle(x: 0, y: 0, width: 0, height: 0)
      entries.append(("crop", crop.yamlValue(default: none) { $0.yamlValue }))
    }
    if !effects.isEmpty { entries.append(("effects", effects.yamlValue)) }
    return .map(entries, isBlock: true)
  }
}

extension AnimatedValue {
  /// A plain value, or a list of entries; the default if there are no entries.
  func yamlValue(
    default: Value, _ write: (Value) -> YAMLValue
  ) -> YAMLValue {
    if entries.isEmpty { return write(`default`) }
    if entries.count == 1, case .instant(.zero, let value)? = entries.first { return write(value) }
    return .list(
      entries.map { entry in
        switch entry {
        case .instant(let time, let value): .map([("at", .time(time)), ("value", write(value))])
        case .ramp(let ramp):
          .map(
            [
              ("range", .range(ramp.range)), ("from", write(ramp.from)), ("to", write(ramp.to)),
              ("easing", ramp.easing.yamlValue),
            ] + ramp.interpolation.yamlEntries)
        }
      })
  }
}

extension Interpolation {
  fileprivate var yamlEntries: [(key: String, value: YAMLValue)] {
    switch self {
    case .componentwise: []
    case .decomposed(let turns):
      [("interpolation", .text("decomposed")), ("turns", .number(turns))]
    }
  }
}

extension Easing {
  var yamlValue: YAMLValue {
    if let name = Easing.named.first(where: { $0.easing == self })?.name { return .text(name) }
    switch self {
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return .list([x1, y1, x2, y2].map { .number($0) })
    case .linear, .hold, .sine: return .text("\(self)")
    }
  }
}

extension LayerTransform {
  fileprivate var yamlValue: YAMLValue {
    if matrix == .identity { return .text(base.rawValue) }
    let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
    let list = YAMLValue.list(numbers.map { .number($0) })
    return base == .identity ? list : .list([.text(base.rawValue), .map([("matrix", list)])])
  }
}

extension Rectangle {
  fileprivate var yamlValue: YAMLValue { .list([x, y, width, height].map { .number($0) }) }
}
