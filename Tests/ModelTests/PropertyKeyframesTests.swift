import CutawayModel
import CutawayTime
import Testing

/// The text form of animations of several properties.
@Suite struct PropertyKeyframesTests {
  @Test func `numbers, points and colours are written and read back`() throws {
    let text =
      "strength{0=0.5; 1..3=0>1@easeOut} center{1/3..2=0.5,0>-1,1} tint{0..1=255,0,0,128>0,0,255,255}"
    let keyframes = try PropertyKeyframes(text: text)
    #expect(keyframes.text == text)
    #expect(keyframes.properties.map(\.name) == ["strength", "center", "tint"])
    guard case .number = keyframes.properties[0].animation,
      case .point(let center) = keyframes.properties[1].animation,
      case .color(let tint) = keyframes.properties[2].animation
    else {
      Issue.record("\(keyframes)")
      return
    }
    #expect(center.value(at: MediaTime(3)) == Point(x: -1, y: 1))
    #expect(tint.value(at: .zero) == Color(red: 255, green: 0, blue: 0, alpha: 128))
  }

  @Test func `no text is no properties`() throws {
    #expect(try PropertyKeyframes(text: " \n").properties.isEmpty)
    #expect(PropertyKeyframes().text.isEmpty)
  }

  @Test(arguments: [
    ("strength", "expected NAME{KEYFRAMES}"), ("{0=1}", "expected NAME{KEYFRAMES}"),
    ("a b{0=1}", "expected NAME{KEYFRAMES}"), ("a{0=1} a{1=2}", "'a' is animated twice"),
    ("a{0=1,2,3}", "a: '0=1,2,3' is not a keyframe"), ("a{0=x}", "a: '0=x' is not a keyframe"),
    ("a{0..1=1,2>3}", "is not a keyframe"), ("a{0..2=0>1; 1..3=0>1}", "a: the ramp over 1–3 s"),
    ("a{0..2=0>1@bounce}", "is not a keyframe"),
  ])
  func `an error quotes what is wrong`(text: String, part: String) {
    let error = #expect(throws: CompositionError.self) { try PropertyKeyframes(text: text) }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test func `the components of a colour are interpolated separately, and rounded`() throws {
    var random = SplitMix64(state: 5)
    for _ in 0..<200 {
      let ends = (0..<2).map { _ in (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) } }
      let colors = ends.map { Color(red: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) }
      let ramp = AnimatedValue<Color>.Ramp(
        over: TimeRange(start: .zero, end: MediaTime(7)), from: colors[0], to: colors[1])
      let time = MediaTime(Int64.random(in: 0...700, using: &random), over: 100)
      let value = ramp.value(at: time)
      let found = [value.red, value.green, value.blue, value.alpha]
      for (index, byte) in found.enumerated() {
        let (from, to) = (Double(ends[0][index]), Double(ends[1][index]))
        let exact = from + (to - from) * time.seconds / 7
        #expect(abs(Double(byte) - exact) <= 0.5 + 1e-9)
      }
    }
  }

  @Test func `an easing that overshoots does not leave the range of a colour`() throws {
    let ramp = AnimatedValue<Color>.Ramp(
      over: TimeRange(start: .zero, end: MediaTime(1)), from: .black,
      to: Color(red: 255, green: 10, blue: 0), easing: .cubicBezier(x1: 0.5, y1: -3, x2: 0.5, y2: 4)
    )
    let values = (0...100).map { ramp.value(at: MediaTime(Int64($0), over: 100)) }
    #expect(values.contains { $0.red == 255 } && values.contains { $0.green > 10 })
    #expect(values.contains { $0.red == 0 })
  }

  @Test(arguments: ["x{0..1=0>1", "x{0..1=0>1}}", "x{}", "x", "{0..1=0>1}", "x{0..1=0>1} y", "}"])
  func `braces without their pair and names without keyframes are refused`(text: String) {
    #expect(throws: CompositionError.self) { try PropertyKeyframes(text: text) }
  }

  @Test(arguments: ["0..1{0..1=0>1", "0..1{0..1=0>1}}", "0..1{0..1=0>1} 1..2"])
  func `braces of windows without their pair are refused`(text: String) {
    #expect(throws: CompositionError.self) { try KeyframeWindows<Double>(text: text) }
  }
}
