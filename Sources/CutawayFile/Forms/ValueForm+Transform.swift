import CutawayModel

extension ValueForm<LayerTransform> {
  /// A transform that does not change over time.
  static var transform: Self {
    let word = ValueForm<LayerTransform.Base>.word(as: "transform").defined(as: "transformWord")
    let matrix = ValueForm<TransformMatrix>.matrix
    let step = ValueForm<Constructs.TransformStep>.map(Constructs.step).defined(as: "step")
    return ValueForm(
      "transform",
      schema: .any(
        word.schema(), matrix.schema(),
        [
          "description": "Steps applied in order; the first may be a word.", "type": "array",
          "prefixItems": [.any(word.schema(), step.schema())], "items": step.schema(),
          "minItems": 1,
        ]),
      write: { transform in
        if transform.matrix == .identity { return word.write(transform.base) }
        if transform.base == .identity { return matrix.write(transform.matrix) }
        let then = Constructs.TransformStep(matrix: transform.matrix)
        return .list([word.write(transform.base), step.write(then)])
      }
    ) { reader, value, _ in reader.transform(value, matrix) }
    .defined(as: "transform")
  }
}

extension ValueForm<TransformMatrix> {
  static var matrix: Self {
    ValueForm<[Double]>.numbers(
      "[a, b, c, d, tx, ty]", count: 6, as: "the six numbers [a, b, c, d, tx, ty]"
    )
    .converted {
      TransformMatrix(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    } back: {
      [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty]
    }
    .defined(as: "matrix", "[a, b, c, d, tx, ty]")
  }
}

extension Constructs {
  /// A step of a transform, which does one thing.
  struct TransformStep: Sendable {
    var scale: [Double]?
    var rotate: Double?
    var translate: [Double]?
    var matrix: TransformMatrix?
    var about: [Double]?
  }

  static let step = Construct<TransformStep>(
    "step", as: "a step", blank: TransformStep(),
    relations: [
      "oneOf": .list(stepKinds.map { ["required": [.text($0)]] }),
      "dependentSchemas": ["about": .any(["required": ["scale"]], ["required": ["rotate"]])],
    ],
    fields: [
      Field("scale", \.scale, .scale, .implied, "The factor, or one for each axis."),
      Field(
        "rotate", \.rotate, .number("degrees, clockwise on screen"), .implied,
        "Degrees, clockwise on screen."),
      Field("translate", \.translate, .pair("a distance, [x, y]"), .implied, "Pixels."),
      Field("matrix", \.matrix, .matrix, .implied, "Any affine transform."),
      Field(
        "about", \.about, .pair("a point, [x, y]"), .implied(as: "`[0, 0]`"),
        "The centre of `scale` or `rotate`."),
    ])

  fileprivate static let stepKinds = ["scale", "rotate", "translate", "matrix"]

  /// The steps of each kind.
  fileprivate static let stepsByKind = Dictionary(
    uniqueKeysWithValues: stepKinds.map { kind in
      let keys = ["scale", "rotate"].contains(kind) ? [kind, "about"] : [kind]
      return (kind, step.only(keys, as: "a step with '\(kind)'"))
    })
}

extension ValueForm<[Double]> {
  fileprivate static func pair(_ name: String) -> Self {
    .numbers("[x, y]", count: 2, as: name).defined(as: "pair")
  }

  fileprivate static var scale: Self {
    let name = "a scale, or [x, y]"
    let pair = pair(name)
    return ValueForm(
      "number or `[x, y]`", schema: .any(.number(in: nil), pair.schema()), write: pair.write
    ) { reader, value, path in
      if value.list != nil { return pair.read(&reader, value, path) }
      return reader.number(value, as: name).map { [$0, $0] }
    }
  }
}

extension Constructs.TransformStep {
  fileprivate var transform: TransformMatrix? {
    let step: TransformMatrix? =
      if let scale {
        .scale(x: scale[0], y: scale[1])
      } else if let rotate {
        .rotation(degrees: rotate)
      } else if let translate {
        .translation(x: translate[0], y: translate[1])
      } else {
        matrix
      }
    return about.map { about in step?.about(x: about[0], y: about[1]) } ?? step
  }
}

extension Reader {
  static let transformForms =
    "a transform: \(alternatives(LayerTransform.Base.allCases.map(\.rawValue))), "
    + "[a, b, c, d, tx, ty], or a list of steps like {scale: 0.5}"

  /// Reads a plain transform: one that is not animated.
  fileprivate mutating func transform(
    _ value: SourceValue, _ matrix: ValueForm<TransformMatrix>
  ) -> LayerTransform? {
    if let base = self.base(value) { return LayerTransform(base) }
    if let scalar = value.scalar, scalar.kind == .text {
      let names = LayerTransform.Base.allCases.map(\.rawValue)
      return word(value, of: names, as: "transform").flatMap { _ in nil }
    }
    guard let list = value.list, let first = list.first else {
      return expected(Self.transformForms, in: value)
    }
    if first.scalar?.kind == .number {
      return matrix.read(&self, value, nil).map { LayerTransform($0) }
    }
    return steps(list)
  }

  private func base(_ value: SourceValue) -> LayerTransform.Base? {
    guard let scalar = value.scalar, scalar.kind == .text else { return nil }
    return LayerTransform.Base(rawValue: scalar.text)
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
    let kinds = Constructs.stepKinds
    guard let map = value.map else {
      let word = isFirst ? "a word like preferred, or " : ""
      return expected("\(word)a step: a map with \(alternatives(kinds))", in: value)
    }
    let given = map.filter { kinds.contains($0.key) }
    guard given.count == 1, let construct = given.first.flatMap({ Constructs.stepsByKind[$0.key] })
    else {
      if let second = given.dropFirst().first {
        report(
          .shape, at: second.position,
          "a step does one thing; write '\(second.key)' as a step of its own")
      } else {
        // Called for its diagnostics: there is nothing to read.
        _ = fields(of: value, as: Constructs.step)
        report(.shape, at: value.position, "a step needs \(alternatives(kinds))")
      }
      return nil
    }
    guard let fields = fields(of: value, as: construct), !fields.hasUnknownKeys else { return nil }
    var step = construct.blank
    return read(fields, into: &step, path: nil).isEmpty ? step.transform : nil
  }
}
