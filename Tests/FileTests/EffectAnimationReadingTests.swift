import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Properties of effects that change over time, in composition files.
@Suite struct EffectAnimationReadingTests {
  /// The value of a property, which is on line 7, from column 30 on.
  private func value(_ text: String) throws -> Effect.Value? {
    try read(base + "effects: [{element: x, prop: \(text)}]").effects[0].properties["prop"]
  }

  private func errors(_ text: String) -> [String] {
    diagnose(base + "effects: [{element: x, prop: \(text)}]")
  }

  @Test func `a list of ramps of numbers is read`() throws {
    let read = try value(
      "[{at: 0, value: 0.25}, {range: [1, 3], from: 0, to: 1, easing: easeOut}]")
    let expected = try AnimatedValue<Double>(entries: [
      .instant(at: .zero, value: 0.25),
      .ramp(.init(over: range(1, 3), from: 0, to: 1, easing: .easeOut)),
    ])
    #expect(read == .animated(.number(expected)))
  }

  @Test func `a constant in a list is an animation`() throws {
    #expect(
      try value("[{at: 0, value: 2}]") == .animated(.number(AnimatedValue(2))))
  }

  @Test(arguments: [
    ("'#ff0000'", Color(red: 255, green: 0, blue: 0)),
    ("'#0f08'", nil), ("'#00ff0080'", Color(red: 0, green: 255, blue: 0, alpha: 128)),
    ("rebeccapurple", Color(red: 102, green: 51, blue: 153)),
  ])
  func `a list of ramps of colours is read`(text: String, color: Color?) throws {
    let list = "[{range: [1, 3], from: \(text), to: white}]"
    guard let color else {
      #expect(errors(list).first?.hasPrefix("7:53: 'prop': expected a colour") == true)
      return
    }
    let white = Color(red: 255, green: 255, blue: 255)
    let expected = try AnimatedValue<Color>(entries: [
      .ramp(.init(over: range(1, 3), from: color, to: white))
    ])
    #expect(try value(list) == .animated(.color(expected)))
  }

  @Test func `a point is a pair of numbers, constant or in ramps`() throws {
    #expect(try value("[0.25, -3]") == .point(x: 0.25, y: -3))
    let expected = try AnimatedValue<Point>(entries: [
      .ramp(.init(over: range(0, 2), from: Point(x: 0, y: 1), to: Point(x: 0.5, y: 0.25)))
    ])
    #expect(
      try value("[{range: [0, 2], from: [0, 1], to: [0.5, 0.25]}]") == .animated(.point(expected)))
  }

  @Test func `times of ramps may be in frames`() throws {
    let expected = try AnimatedValue<Double>(entries: [
      .ramp(.init(over: range(1, 2), from: 0, to: 1))
    ])
    #expect(
      try value("[{range: ['25f', '50f'], from: 0, to: 1}]") == .animated(.number(expected)))
  }

  @Test(arguments: [
    ("[]", "7:30: 'prop': expected a value, or a list of ramps, found an empty list"),
    ("[1]", "7:30: 'prop': expected a point, [x, y], found 1 values"),
    ("[1, 2, red]", "7:30: 'prop': expected a point, [x, y], found 3 values"),
    ("[1, a]", "7:34: 'prop': expected a number, found the text 'a'"),
    (
      "[{at: 0, value: true}]",
      "7:46: 'prop': only numbers, colours and points [x, y] can be animated, not true"
    ),
    (
      "[{range: [0, 1], from: Sans 12, to: Sans 20}]",
      "7:53: 'prop': only numbers, colours and points [x, y] can be animated, not the text 'Sans 12'"
    ),
    (
      "[{range: [0, 1], from: 1, to: red}]",
      "7:60: 'prop': expected a number, found the text 'red'"
    ),
    (
      "[{range: [0, 1], from: rad, to: red}]",
      "7:53: 'prop': unknown colour 'rad'; did you mean 'red'?"
    ),
    (
      "[{range: [0, 1], from: [0, 0], to: 1}]",
      "7:65: 'prop': expected a point, [x, y], found the number 1"
    ),
    (
      "[{range: [0, 2], from: 0, to: 1}, {range: [1, 3], from: 1, to: 0}]",
      "7:64: 'prop': the ramp over 1–3 s overlaps the ramp over 0–2 s"
    ),
    (
      "[{range: [0, 2], from: 0, to: 1, easing: bounce}]",
      "7:71: 'prop': unknown easing 'bounce'; it is one of linear, easeIn, easeOut, easeInOut, "
        + "hold or sine"
    ),
    (
      "[{range: [2, 2], from: 0, to: 1}]",
      "7:39: 'prop': the range 2–2 s is empty: it must end after its start"
    ),
    ("[{range: [0, 1], from: 0}]", "7:31: 'prop': a ramp needs 'to'"),
    ("[{range: [0, 1]}]", "7:31: 'prop': a ramp needs 'from'"),
    (
      "[{range: [0, 1], form: 0, to: 1}]",
      "7:47: 'prop': unknown key 'form'; did you mean 'from'?"
    ),
    ("[{range: [0, 1], from: 1e400, to: 1}]", "7:53: 'prop': the number 1e400 is too large"),
  ])
  func `an error in an animation names the property`(text: String, message: String) {
    #expect(errors(text).contains(message), "\(errors(text))")
  }

  @Test func `a written animation reads back equal`() throws {
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks:
        - {id: v, type: video, segments: [{asset: a, source: [0, 9]}]}
      effects:
        - element: x
          center: [0.25, 0.5]
          color: [{range: [0, 1/3], from: "#ff000080", to: blue, easing: hold}]
          one: [{at: 0, value: [1, 2]}, {at: 1, value: [2, 1]}]
          strength: [{at: 0, value: 1}]
      """
    let composition = try read(text)
    #expect(try read(composition.yaml()) == composition)
    #expect(composition.yaml().contains("center: [0.25, 0.5]"))
    #expect(composition.yaml().contains("strength: [{at: 0, value: 1}]"))
  }

  @Test func `an animation without entries is not written`() throws {
    var composition = try read(base)
    composition.effects = [
      Effect(element: "x", properties: ["a": .animated(.number(AnimatedValue())), "b": .int(1)])
    ]
    #expect(
      try read(composition.yaml()).effects == [Effect(element: "x", properties: ["b": .int(1)])])
  }

  @Test func `the location of an effect is relative to the file`() throws {
    let text = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks:
        - id: v
          type: video
          segments: [{asset: a, source: [0, 1]}]
          effects: [{element: colorgrade, location: look.cube}]
      instructions:
        - range: [0, 1]
          layers: [{track: v, effects: [{element: colorgrade, location: /looks/look.cube}]}]
      effects: [{element: colorgrade, location: "file:///looks/look.cube"}]
      """
    let composition = try read(text, directory: "d")
    func locations(_ composition: Composition) -> [Effect.Value?] {
      let layers = composition.instructions.flatMap(\.layers).flatMap(\.effects)
      return (composition.tracks.flatMap(\.effects) + layers + composition.effects)
        .map { $0.properties["location"] }
    }
    let rest: [Effect.Value?] = [
      .string("/looks/look.cube"), .string("file:///looks/look.cube"),
    ]
    #expect(locations(composition) == [.string("d/look.cube")] + rest)
    let written = composition.yaml(relativeTo: "d")
    #expect(locations(try read(written)) == [.string("look.cube")] + rest)
    #expect(locations(try read(written, directory: "d")) == locations(composition))
  }
}
