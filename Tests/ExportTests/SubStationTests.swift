import Cutaway
import CutawayModel
import CutawayTime
import Testing

/// Subtitles of SubStation Alpha: their texts, and the times of karaoke.
@Suite struct SubStationTests {
  private static func seconds(_ hundredths: Int64) -> MediaTime { MediaTime(hundredths, over: 100) }

  private func cues(_ events: String, format: String? = nil) -> [TextCue] {
    SubStationText(
      """
      [Script Info]
      ; a comment
      ScriptType: v4.00+

      [V4+ Styles]
      Format: Name, Fontname, Fontsize
      Style: Default,Arial,20

      [Events]
      Format: \(format ?? "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text")
      \(events)
      """
    ).cues
  }

  @Test func `a text keeps its commas and lines, and loses its overrides`() {
    let all = cues(
      #"""
      Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not shown
      Dialogue: 0,0:00:01.00,0:00:02.50,Default,Ann,0,0,0,,{\an8\i1}Well,{\i0} hello\Nthere\hyou
      Dialogue: 1,1:02:03.4,1:02:04.05,Default,,0,0,0,,Later\n on
      Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\p1}m 0 0 l 10 0{\p0}
      Dialogue: 0,soon,0:00:06.00,Default,,0,0,0,,no time
      """#)
    #expect(all.map(\.text) == ["Well, hello\nthere\u{A0}you", "Later on"])
    #expect(all[0].range == TimeRange(start: Self.seconds(100), end: Self.seconds(250)))
    #expect(all[1].range == TimeRange(start: Self.seconds(372_340), end: Self.seconds(372_405)))
    let isBare = all.allSatisfy(\.words.isEmpty)
    #expect(isBare)
  }

  @Test func `the columns are those of the file`() {
    let all = cues(
      "Dialogue: Marked=0,0:00:02.00,0:00:01.00,a, b", format: "Marked, End, Start, Text")
    #expect(all.map(\.text) == ["a, b"])
    #expect(all[0].range == TimeRange(start: Self.seconds(100), end: Self.seconds(200)))
  }

  @Test func `syllables of karaoke are put together to words`() {
    let all = cues(
      #"Dialogue: 0,0:00:01.00,0:00:09.00,Default,,0,0,0,,{\k50}Twin{\kf30}kle {\k20}{\K40}lit{\k10\i1}tle{\ko100}\Nstar and moon"#
    )
    #expect(all.map(\.text) == ["Twinkle little\nstar and moon"])
    func word(_ start: Int64, _ end: Int64, _ text: String, ends: Bool = false) -> TimedWord {
      TimedWord(
        TimeRange(start: Self.seconds(start), end: Self.seconds(end)), text, endsLine: ends)
    }
    // The last second is divided by the letters: 4, 3 and 4 of 11, in whole milliseconds.
    let words = all[0].words
    #expect(
      Array(words.prefix(2)) == [word(100, 180, "Twinkle"), word(200, 250, "little", ends: true)])
    #expect(words.dropFirst(2).map(\.text) == ["star", "and", "moon"])
    #expect(words.last?.range.end == Self.seconds(350))
    #expect(words[3].range.start == Self.seconds(250) + MediaTime(363, over: 1_000))
  }

  @Test func `other files have no cues`() {
    #expect(SubStationText("").cues.isEmpty)
    #expect(SubStationText("1\n00:00:01,000 --> 00:00:02,000\nA\n").cues.isEmpty)
    #expect(cues("Dialogue: 0,0:00:01.00").isEmpty)
  }
}
