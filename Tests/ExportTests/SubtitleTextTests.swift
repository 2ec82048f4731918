import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// SubRip and WebVTT files as programs write them, also carelessly.
@Suite struct SubtitleTextTests {
  private static func clock(_ milliseconds: Int, point: String, hasHours: Bool) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - String(number).count) + String(number)
    }
    let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60]
    return (hasHours ? parts : Array(parts.dropFirst())).map { digits($0, 2) }
      .joined(separator: ":") + point + digits(milliseconds % 1_000, 3)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `all cues of a file are read, in any order, nested and without numbers`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let isWeb = Bool.random(using: &random), isNumbered = Bool.random(using: &random)
    let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    // Without numbers, an empty line is the only mark of a cue's end.
    let isDense = isNumbered && Bool.random(using: &random)
    var lines = isWeb ? ["WEBVTT", "", "NOTE 12", ""] : [], expected: [TextCue] = []
    for number in 1...Int.random(in: 1...20, using: &random) {
      let start = Int.random(in: 0..<3_000_000, using: &random)
      let end = start + Int.random(in: -500..<100_000, using: &random)
      let hasHours = !isWeb || Bool.random(using: &random)
      if isNumbered { lines.append("\(number)") }
      lines.append(
        [start, end].map { Self.clock(max(0, $0), point: isWeb ? "." : ",", hasHours: hasHours) }
          .joined(separator: " --> ") + (isWeb ? " align:start" : ""))
      lines += ["<i>text</i> \(number)", "ä & 語 \(seed)"]
      if !isDense { lines.append("") }
      let times = [start, max(start, end)].map { MediaTime(Int64($0), over: 1_000) }
      expected.append(
        TextCue(TimeRange(start: times[0], end: times[1]), "text \(number)\nä & 語 \(seed)"))
    }
    let text = lines.joined(separator: lineEnd)
    #expect(SubtitleText(text).cues == expected)
    for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian] {
      let bytes = text.data(using: encoding).map { [UInt8]($0) } ?? []
      #expect(SubtitleText.decoded(bytes) == text, "\(encoding)")
    }
  }

  @Test func `a file that is not Unicode is read as Windows-1252`() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\n„Früh“ – 5 €\n"
    let bytes = [UInt8](try #require(text.data(using: .windowsCP1252)))
    #expect(SubtitleText.decoded(bytes) == text)
    // Not a character of that encoding.
    #expect(SubtitleText.decoded(bytes + [0x81]) == nil)
  }

  @Test func `arbitrary lines do not stop the parser`() {
    var random = SeededGenerator(seed: 7)
    let parts = [
      "-->", "00:00:01,000", "99:99:99.999999999", "1", ":", ",", "\n", "\r", " ", "x", "٣", "&",
      "<", "999999999:00:00", "00:00:00.", "",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0..<30, using: &random))
        .compactMap { _ in parts.randomElement(using: &random) }.joined()
      for cue in SubtitleText(text).cues { #expect(cue.range.duration >= .zero) }
    }
  }
}
