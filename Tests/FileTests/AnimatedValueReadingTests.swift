import CutawayModel
import CutawayTime
import Testing

struct AnimatedValueReadingTests {
  private func opacity(_ text: String) throws -> AnimatedValue<Double> {
    try read(layer("opacity: \(text)")).instructions[0].layers[0].opacity
  }

  @Test func `a plain value applies from the start`() throws {
    #expect(try opacity("0.25") == AnimatedValue(0.25))
    #expect(try opacity("0.25").entries == [.instant(at: .zero, value: 0.25)])
  }

  @Test func `a missing value has no entries`() throws {
    let layer = try read(layer("effects: []")).instructions[0].layers[0]
    #expect(layer.opacity.entries.isEmpty)
    #expect(layer.transform.entries.isEmpty)
    #expect(layer.crop.entries.isEmpty)
  }

  @Test func `instants and ramps are read in any order`() throws {
    let value = try opacity("[{range: [14, 16], from: 1, to: 0}, {at: 2, value: 0.5}]")
    #expect(
      value.entries == [
        .instant(at: seconds(2), value: 0.5),
        .ramp(AnimatedValue<Double>.Ramp(over: range(14, 16), from: 1, to: 0)),
      ])
  }

  @Test(arguments: [
    ("linear", Easing.linear), ("easeIn", .cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)),
    ("easeOut", .cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)),
    ("easeInOut", .cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)), ("hold", .hold),
    ("[0.1, -2, 1, 3.5]", .cubicBezier(x1: 0.1, y1: -2, x2: 1, y2: 3.5)),
  ])
  func `an easing is a name or a curve`(text: String, expected: Easing) throws {
    let value = try opacity("[{range: [0, 1], from: 1, to: 0, easing: \(text)}]")
    #expect(
      value.entries
        == [.ramp(AnimatedValue<Double>.Ramp(over: range(0, 1), from: 1, to: 0, easing: expected))])
  }

  @Test(arguments: [
    (
      "[{range: [0, 4], from: 0, to: 1}, {range: [3, 5], from: 1, to: 0}]",
      "11:50: the ramp over 3–5 s overlaps the ramp over 0–4 s"
    ),
    (
      "[{range: [3, 5], from: 0, to: 1}, {range: [0, 4], from: 1, to: 0}]",
      "11:50: the ramp over 0–4 s overlaps the ramp over 3–5 s"
    ),
    (
      "[{range: [0, 4], from: 0, to: 1}, {at: 2, value: 0}]",
      "11:50: the entry at 2 s overlaps the ramp over 0–4 s"
    ),
    (
      "[{at: 2, value: 0}, {at: 2.0, value: 1}]",
      "11:36: the entry at 2 s overlaps the entry at 2 s"
    ),
    ("[{at: 2}]", "11:17: an instant needs 'value'"),
    ("[{value: 1}]", "11:17: an instant needs 'at'"),
    ("[{range: [0, 1], from: 1}]", "11:17: a ramp needs 'to'"),
    ("[{rnage: [0, 1], from: 1, to: 0}]", "11:18: unknown key 'rnage'; did you mean 'range'?"),
    (
      "[{at: 1, value: 1, easing: linear}]",
      "11:35: unknown key 'easing' in an instant, which has at, value"
    ),
    (
      "[0.5, {at: 1, value: 1}]",
      "11:17: expected an entry: {at: …, value: …} or {range: …, from: …, to: …}, found the number "
        + "0.5"
    ),
    ("[]", "11:16: expected a value, or a list of entries, found an empty list"),
    ("[0.5]", "11:16: expected an opacity from 0 to 1, found a list"),
    ("1.5", "11:16: expected an opacity from 0 to 1, found the number 1.5"),
    ("-0.1", "11:16: expected an opacity from 0 to 1, found the number -0.1"),
    ("'0.5'", "11:16: expected an opacity from 0 to 1, found the text '0.5'"),
    (
      "[{range: [0, 1], from: 1, to: 2}]",
      "11:46: expected an opacity from 0 to 1, found the number 2"
    ),
    (
      "[{range: [1, 1], from: 1, to: 0}]",
      "11:25: the range 1–1 s is empty: it must end after its start"
    ),
    (
      "[{range: [0, 1], from: 1, to: 0, easing: ease}]",
      "11:57: unknown easing 'ease'; it is one of linear, easeIn, easeOut, easeInOut, hold or sine"
    ),
    (
      "[{range: [0, 1], from: 1, to: 0, easing: easein}]",
      "11:57: unknown easing 'easein'; did you mean 'easeIn'?"
    ),
    (
      "[{range: [0, 1], from: 1, to: 0, easing: [1.5, 0, 1, 1]}]",
      "11:58: expected an x from 0 to 1, found the number 1.5"
    ),
    (
      "[{range: [0, 1], from: 1, to: 0, easing: [0, 0, 1]}]",
      "11:57: expected a curve, [x1, y1, x2, y2], found 3 values"
    ),
  ])
  func `a wrong value is explained`(text: String, message: String) {
    #expect(diagnose(layer("opacity: \(text)")).contains(message))
  }

  @Test func `entries that touch do not overlap`() throws {
    let value = try opacity(
      "[{range: [0, 4], from: 0, to: 1}, {range: [4, 5], from: 1, to: 0}, {at: 5, value: 1}]")
    #expect(value.entries.count == 3)
  }

  @Test func `a crop is a rectangle`() throws {
    let crop = try read(layer("crop: [10, -20, 300, 0]")).instructions[0].layers[0].crop
    #expect(crop.value == Rectangle(x: 10, y: -20, width: 300, height: 0))
  }

  @Test func `a crop changes over time`() throws {
    let crop = try read(
      layer("crop: [{range: [0, 1], from: [0, 0, 10, 10], to: [5, 5, 20, 20]}]")
    ).instructions[0].layers[0].crop
    #expect(
      crop.entries == [
        .ramp(
          AnimatedValue<Rectangle>.Ramp(
            over: range(0, 1), from: Rectangle(x: 0, y: 0, width: 10, height: 10),
            to: Rectangle(x: 5, y: 5, width: 20, height: 20)))
      ])
  }

  @Test(arguments: [
    ("[0, 0, 10]", "11:13: expected a rectangle in pixels, [x, y, width, height], found 3 values"),
    ("[0, 0, -1, 5]", "11:20: expected a side of 0 or more, found the number -1"),
    (
      "whole",
      "11:13: expected a rectangle in pixels, [x, y, width, height], found the text 'whole'"
    ),
    ("[0, 0, 1e400, 1]", "11:20: the number 1e400 is too large"),
  ])
  func `a wrong crop is explained`(text: String, message: String) {
    #expect(diagnose(layer("crop: \(text)")) == [message])
  }
}
