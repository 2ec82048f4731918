import CutawayFile
import CutawayModel
import CutawayTime
import Testing

struct TimeReadingTests {
  @Test(arguments: [
    ("0.1", seconds(1, over: 10)), ("2", seconds(2)), ("+2", seconds(2)), ("5.", seconds(5)),
    (".5", seconds(1, over: 2)), ("1e3", seconds(1000)), ("25e-2", seconds(1, over: 4)),
    ("007", seconds(7)), ("\"3\"", seconds(3)), ("\"1/30\"", seconds(1, over: 30)),
    ("1001/30000", seconds(1001, over: 30000)), ("1500ms", seconds(3, over: 2)),
    ("0.5ms", seconds(1, over: 2000)), ("\"00:01:02.500\"", seconds(125, over: 2)),
    ("00:01:02.500", seconds(125, over: 2)), ("01:02.5", seconds(125, over: 2)),
    ("1:02:03", seconds(3723)), ("100:00:00", seconds(360_000)), ("45f", seconds(45, over: 25)),
    ("0.000000001", seconds(1, over: 1_000_000_000)), ("1000000000", seconds(1_000_000_000)),
  ])
  func `a time is read exactly from its text`(text: String, expected: MediaTime) throws {
    let composition = try read(layer("opacity: [{at: \(text), value: 0}]"))
    let entry = composition.instructions[0].layers[0].opacity.entries[0]
    #expect(entry == .instant(at: expected, value: 0))
  }

  @Test(arguments: [
    "-1", "-0.001", "1000000001", "1e10", ".inf", ".nan", "0x10", "1_000", "true", "", "~",
    "abc", "1/0", "1/", "/2", "-1/2", "1/2/3", "1 s", "1s", "ms", "f", "4.5f", "-4f", "1:60",
    "60:00", "1:2:3:4", "'1:'", "':1'", "1:-2", "'1e3'", "'.5'", "[1]", "{a: 1}", "1.2.3", "٣",
  ])
  func `text that is not a time is an error of shape`(text: String) throws {
    let error = #expect(throws: CompositionFileError.self) {
      try read(layer("opacity: [{at: \(text), value: 0}]"))
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(error?.diagnostics.count == 1)
    #expect(diagnostic.kind == .shape)
    #expect((diagnostic.line, diagnostic.column) == (11, 22))
    #expect(diagnostic.message.hasPrefix("expected a time"))
  }

  @Test(arguments: [
    "0.0000000001", "1/1000000001", "99999999999999999999/3", "'99999999999'", "99999999999f",
    "9999999999999999999999f", "1e-30", "0.12345678901234567890", "16666667:00:00",
    "99999999999999999999999ms",
  ])
  func `a time past the limits is refused, not rounded`(text: String) throws {
    let error = #expect(throws: CompositionFileError.self) {
      try read(layer("opacity: [{at: \(text), value: 0}]"))
    }
    #expect(error?.diagnostics.map(\.kind) == [.meaning])
    #expect(error?.diagnostics.first?.message.contains("too large or too fine") == true)
  }

  @Test(
    arguments: [
      ("1.5", seconds(3, over: 2)), ("1/30", seconds(1, over: 30)), ("1500ms", seconds(3, over: 2)),
      ("00:01:02.5", seconds(125, over: 2)), ("45f", seconds(45, over: 25)), ("-1", nil),
      ("x", nil),
      ("99999999999999999999999f", nil),
    ] as [(String, MediaTime?)])
  func `a single time is read`(text: String, expected: MediaTime?) {
    #expect(MediaTime(spelling: text, frameDuration: seconds(1, over: 25)) == expected)
  }

  @Test func `frames need a rate`() {
    let file = """
      cutaway: 1
      assets: {a: a.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 45f]}]}]
      """
    #expect(
      diagnose(file) == [
        "3:65: the text '45f' counts output frames, which need 'frameRate' or 'frameDuration' in "
          + "'render'"
      ])
  }

  @Test func `times in frames use the frame rate at any position in the file`() throws {
    let file = """
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 45f]}]}]
      assets: {a: a.mp4}
      render: {frameRate: 29.97}
      cutaway: 1
      """
    #expect(try read(file).duration == seconds(45 * 1001, over: 30000))
  }

  @Test func `an invalid frame rate is reported once, not for each time in frames`() {
    let file = """
      cutaway: 1
      render: {frameRate: fast}
      assets: {a: a.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0f, 45f]}]}]
      """
    #expect(
      diagnose(file) == [
        "2:21: expected frames per second from 0.001 to 1000: a number or a fraction like "
          + "\"24000/1001\", found the text 'fast'"
      ])
  }

  @Test(arguments: [
    ("[2, 5]", range(2, 5)), ("{start: 2, duration: 3}", range(2, 5)),
    ("{start: 2, end: 5}", range(2, 5)), ("{end: 5, start: 50f}", range(2, 5)),
    ("[0, \"1/3\"]", TimeRange(start: .zero, end: seconds(1, over: 3))),
  ])
  func `a range has three forms`(text: String, expected: TimeRange) throws {
    let composition = try read(base + "instructions: [{range: \(text)}]")
    #expect(composition.instructions[0].range == expected)
  }

  @Test(arguments: [
    ("[5, 5]", "7:24: the range 5–5 s is empty: it must end after its start"),
    ("[5, 2]", "7:24: the range 5–2 s is empty: it must end after its start"),
    ("{start: 5, end: 4.5}", "7:40: the range 5–4.5 s is empty: it must end after its start"),
    ("{start: 5, duration: 0}", "7:45: a duration must be greater than 0"),
    ("[5]", "7:24: a range has a start and an end, \"[0, 16]\"; found 1 values"),
    ("[]", "7:24: a range has a start and an end, \"[0, 16]\"; found 0 values"),
    ("5", "7:24: expected a range: [start, end] or {start: …, duration: …}, found the number 5"),
    ("{start: 5}", "7:24: a range needs 'duration' or 'end'"),
    ("{end: 5}", "7:24: a range needs 'start'"),
    (
      "{start: 1, end: 5, duration: 4}",
      "7:40: a range has either 'duration' or 'end', not both"
    ),
    ("{start: 1, stop: 5}", "7:24: a range needs 'duration' or 'end'"),
  ])
  func `an invalid range is explained`(text: String, message: String) {
    #expect(diagnose(base + "instructions: [{range: \(text)}]").contains(message))
  }

  @Test func `a range whose end would not be exact is refused`() {
    let found = diagnose(
      base + "instructions: [{range: {start: 1/999999937, duration: 1/999999929}}]")
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("7:55: the range"))
    #expect(found[0].contains("too large or too fine"))
  }
}
