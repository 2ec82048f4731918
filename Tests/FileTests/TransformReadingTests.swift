import CutawayModel
import CutawayTime
import Testing

struct TransformReadingTests {
  private func transform(_ text: String) throws -> LayerTransform? {
    try read(layer("transform: \(text)")).instructions[0].layers[0].transform.value
  }

  @Test(arguments: LayerTransform.Base.allCases)
  func `a word sets the base of a transform`(base: LayerTransform.Base) throws {
    #expect(try transform(base.rawValue) == LayerTransform(base))
  }

  @Test func `six numbers form a matrix`() throws {
    #expect(
      try transform("[1, 2.5, -3, 4e1, 5, .5]")
        == LayerTransform(TransformMatrix(a: 1, b: 2.5, c: -3, d: 40, tx: 5, ty: 0.5)))
  }

  @Test(arguments: [
    ("[{scale: 0.5}]", TransformMatrix(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0)),
    ("[{scale: [2, 3]}]", TransformMatrix(a: 2, b: 0, c: 0, d: 3, tx: 0, ty: 0)),
    ("[{scale: 2, about: [10, 20]}]", TransformMatrix(a: 2, b: 0, c: 0, d: 2, tx: -10, ty: -20)),
    ("[{rotate: 90}]", TransformMatrix(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)),
    // (10, 20) stays, and (11, 20), to its right, moves below it.
    ("[{rotate: 90, about: [10, 20]}]", TransformMatrix(a: 0, b: 1, c: -1, d: 0, tx: 30, ty: 10)),
    ("[{translate: [100, 40]}]", TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: 100, ty: 40)),
    ("[{matrix: [1, 2, 3, 4, 5, 6]}]", TransformMatrix(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)),
    // The shift comes after the scale, and so is not scaled.
    ("[{scale: 2}, {translate: [1, 1]}]", TransformMatrix(a: 2, b: 0, c: 0, d: 2, tx: 1, ty: 1)),
    ("[{translate: [1, 1]}, {scale: 2}]", TransformMatrix(a: 2, b: 0, c: 0, d: 2, tx: 2, ty: 2)),
  ])
  func `steps are applied in order`(text: String, expected: TransformMatrix) throws {
    #expect(try transform(text) == LayerTransform(expected))
  }

  @Test func `the first step may be a word`() throws {
    #expect(
      try transform("[preferred, {scale: 0.5}]")
        == LayerTransform(.preferred, then: .scale(x: 0.5, y: 0.5)))
    #expect(try transform("[fit]") == LayerTransform(.fit))
  }

  @Test(arguments: [
    (
      "sideways",
      "11:18: unknown transform 'sideways'; it is one of identity, preferred, fit, fill or stretch"
    ),
    ("Fit", "11:18: unknown transform 'Fit'; did you mean 'fit'?"),
    (
      "5",
      "11:18: expected a transform: identity, preferred, fit, fill or stretch, [a, b, c, d, tx, ty],"
        + " or a list of steps like {scale: 0.5}, found the number 5"
    ),
    ("[]", "11:18: expected a value, or a list of entries, found an empty list"),
    ("[1, 0, 0, 1, 0]", "11:18: expected the six numbers [a, b, c, d, tx, ty], found 5 values"),
    ("[1, 0, 0, 1, 0, x]", "11:34: expected a number, found the text 'x'"),
    (
      "[{scale: 2, rotate: 5}]",
      "11:30: a step does one thing; write 'rotate' as a step of its own"
    ),
    (
      "[{translate: [1, 2], about: [0, 0]}]",
      "11:39: unknown key 'about' in a step with 'translate', which has translate"
    ),
    ("[{skew: 5}]", "11:19: a step needs scale, rotate, translate or matrix"),
    ("[{scael: 5}]", "11:20: unknown key 'scael'; did you mean 'scale'?"),
    (
      "[{scale: 2}, fit]",
      "11:31: expected a step: a map with scale, rotate, translate or matrix, found the text 'fit'"
    ),
    ("[{scale: [1, 2, 3]}]", "11:27: expected a scale, or [x, y], found 3 values"),
    ("[{rotate: 9, about: 5}]", "11:38: expected a point, [x, y], found the number 5"),
    (
      "[{rotate: quarter}]",
      "11:28: expected degrees, clockwise on screen, found the text 'quarter'"
    ),
  ])
  func `a wrong transform is explained`(text: String, message: String) {
    #expect(diagnose(layer("transform: \(text)")).contains(message))
  }

  @Test func `a ramp may be decomposed`() throws {
    let value = try read(
      layer(
        """
        transform:
                - {range: [0, 1], from: fit, to: [{rotate: 90}], interpolation: decomposed, turns: -2}
                - {range: [1, 2], from: fit, to: fill, interpolation: decomposed}
                - {range: [2, 3], from: fit, to: fill, interpolation: componentwise}
                - {range: [3, 4], from: fit, to: fill}
        """)
    ).instructions[0].layers[0].transform
    let interpolations = value.entries.map { entry in
      if case .ramp(let ramp) = entry { ramp.interpolation } else { nil as Interpolation? }
    }
    #expect(
      interpolations
        == [.decomposed(turns: -2), .decomposed(turns: 0), .componentwise, .componentwise])
  }

  @Test(arguments: [
    ("turns: 1", "11:62: 'turns' needs 'interpolation: decomposed'"),
    (
      "interpolation: componentwise, turns: 1",
      "11:92: 'turns' needs 'interpolation: decomposed'"
    ),
    (
      "interpolation: smooth",
      "11:70: unknown interpolation 'smooth'; it is one of componentwise or decomposed"
    ),
    (
      "interpolation: decomposed, turns: 0.5",
      "11:89: expected a number of turns from -1000 to 1000, found the number 0.5"
    ),
  ])
  func `a wrong interpolation is explained`(text: String, message: String) {
    let ramp = "transform: [{range: [0, 1], from: fit, to: fit, \(text)}]"
    #expect(diagnose(layer(ramp)) == [message])
  }

  @Test func `only a transform can be decomposed`() {
    let ramp = "opacity: [{range: [0, 1], from: 0, to: 1, interpolation: decomposed}]"
    #expect(
      diagnose(layer(ramp)) == [
        "11:49: unknown key 'interpolation' in a ramp, which has range, from, to, easing"
      ])
  }
}

extension AnimatedValue {
  /// The value of a constant property.
  var value: Value? {
    if entries.count == 1, case .instant(.zero, let value)? = entries.first { value } else { nil }
  }
}
