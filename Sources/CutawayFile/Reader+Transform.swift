import CutawayModel

extension Reader {
  static let transformForms =
    "a transform: \(alternatives(LayerTransform.Base.allCases.map(\.rawValue))), "
    + "[a, b, c, d, tx, ty], or a list of steps like {scale: 0.5}"

  /// Reads a plain transform: one that is not animated.
  mutating func transform(_ value: SourceValue) -> LayerTransform? {
    if let base = self.base(value) { return LayerTransform(base) }
    if let scalar = value.scalar, scalar.kind == .text {
      let names = LayerTransform.Base.allCases.map(\.rawValue)
      return word(value, of: names, as: "transform").flatMap { _ in nil }
    }
    guard let list = value.list, let first = list.first else {
      return expected(Self.transformForms, in: value)
    }
    if first.scalar?.kind == .number {
      return matrix(value).map { LayerTransform($0) }
    }
    return steps(list)
  }

  private func base(_ value: SourceValue) -> LayerTransform.Base? {
    guard let scalar = value.scalar, scalar.kind == .text else { return nil }
    return LayerTransform.Base(rawValue: scalar.text)
  }

  private mutating func matrix(_ value: SourceValue) -> TransformMatrix? {
    guard let m = numbers(value, count: 6, as: "the six numbers [a, b, c, d, tx, ty]") else {
      return nil
    }
    return TransformMatrix(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
  }

  private mutating func steps(_ list: [SourceValue]) -> LayerTransform? {
    var result = LayerTransform()
    var isComplete = true
    for (index, value) in list.enumerated() {
      if index == 0, let base = self.base(value) {
        result.base = base
      } else if let step = self.step(value, isFirst: index == 0) {
        result.matrix = result.matrix.concatenating(step)
      } else {
        isComplete = false
      }
    }
    return isComplete ? result : nil
  }

  private mutating func step(_ value: SourceValue, isFirst: Bool) -> TransformMatrix? {
    let kinds = ["scale", "rotate", "translate", "matrix"]
    guard let map = value.map else {
      let word = isFirst ? "a word like preferred, or " : ""
      return expected("\(word)a step: a map with \(alternatives(kinds))", in: value)
    }
    let given = map.filter { kinds.contains($0.key) }
    guard let kind = given.first?.key, given.count == 1 else {
      if let second = given.dropFirst().first {
        report(
          .shape, at: second.position,
          "a step does one thing; write '\(second.key)' as a step of its own")
      } else {
        // Called for its diagnostics: there is nothing to read.
        _ = fields(of: value, as: "a step", keys: kinds + ["about"])
        report(.shape, at: value.position, "a step needs \(alternatives(kinds))")
      }
      return nil
    }
    let takesAbout = kind == "scale" || kind == "rotate"
    guard
      let fields = fields(
        of: value, as: "a step with '\(kind)'", keys: takesAbout ? [kind, "about"] : [kind]),
      fields.values.count == map.count, let amount = fields[kind]
    else { return nil }
    let step = self.step(kind, amount)
    guard let about = fields["about"] else { return step }
    let point = numbers(about, count: 2, as: "a point, [x, y]")
    guard let step, let point else { return nil }
    return step.about(x: point[0], y: point[1])
  }

  private mutating func step(_ kind: String, _ value: SourceValue) -> TransformMatrix? {
    switch kind {
    case "scale":
      if value.list == nil {
        return number(value, as: "a scale, or [x, y]").map { .scale(x: $0, y: $0) }
      }
      return numbers(value, count: 2, as: "a scale, or [x, y]").map { .scale(x: $0[0], y: $0[1]) }
    case "rotate":
      return number(value, as: "degrees, clockwise on screen").map { .rotation(degrees: $0) }
    case "translate":
      return numbers(value, count: 2, as: "a distance, [x, y]")
        .map { .translation(x: $0[0], y: $0[1]) }
    default: return matrix(value)
    }
  }
}
