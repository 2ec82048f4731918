import CutawayModel

extension ValueForm<Easing> {
  static var easing: Self {
    let x = (name: "an x from 0 to 1", bounds: 0...1.0)
    let names = Easing.named.map(\.name)
    let curve = ValueForm<[Double]>.numbers(
      "[x1, y1, x2, y2]", count: 4, as: "a curve, [x1, y1, x2, y2]", special: [0: x, 2: x])
    return ValueForm(
      "easing",
      schema: .any(
        .words(names), curve.schema().adding([("description", "[x1, y1, x2, y2], as in CSS.")])),
      write: { $0.yaml }
    ) { reader, value, path in
      if value.list == nil {
        let name = reader.word(value, of: names, as: "easing")
        return Easing.named.first { $0.name == name }?.easing
      }
      return curve.read(&reader, value, path).map {
        .cubicBezier(x1: $0[0], y1: $0[1], x2: $0[2], y2: $0[3])
      }
    }
    .defined(as: "easing")
  }
}

extension Easing {
  fileprivate var yaml: YAMLValue {
    if let name = Easing.named.first(where: { $0.easing == self })?.name { return .text(name) }
    if case .cubicBezier(let x1, let y1, let x2, let y2) = self {
      return .numbers([x1, y1, x2, y2])
    }
    return .text("\(self)")
  }
}
