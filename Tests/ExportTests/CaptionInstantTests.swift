import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// How captions show words.
@Suite struct CaptionInstantTests {
  private static func milliseconds(_ number: Int) -> MediaTime {
    MediaTime(Int64(number), over: 1_000)
  }

  private static func word(_ start: Int, _ end: Int, _ text: String) -> TimedWord {
    TimedWord(TimeRange(start: milliseconds(start), end: milliseconds(end)), text)
  }

  @Test func `words are shown in lines, each in its style`() throws {
    let red = LayerTextStyle(color: Color(red: 255, green: 0, blue: 0))
    var captions = LayerCaptions(asset: "a")
    (captions.wordsPerLine, captions.lines, captions.current) = (2, 2, red)
    captions.future = .hidden
    let words = ["A", "B", "C", "D", "E"].enumerated().map { index, text in
      Self.word(1_000 * index, 1_000 * index + 900, text)
    }
    let cue = TextCue(
      TimeRange(start: .zero, end: Self.milliseconds(4_900)), "A B C D E", words: words)
    let instants = captions.instants(of: [cue])
    func shown(_ time: Int) -> [LayerTextSpan] {
      instants.last { $0.time <= Self.milliseconds(time) }?.spans ?? []
    }
    #expect(
      shown(0) == [
        LayerTextSpan("A", red), LayerTextSpan(" B\nC", .hidden),
      ])
    #expect(
      shown(1_950) == [LayerTextSpan("A "), LayerTextSpan("B", red), LayerTextSpan("\nC", .hidden)])
    #expect(shown(2_950) == [LayerTextSpan("A B\n"), LayerTextSpan("C", red)])
    #expect(shown(3_000) == [LayerTextSpan("D", red), LayerTextSpan(" E", .hidden)])
    #expect(shown(4_900) == [])
  }

  @Test func `the spoken word has its box and pops, and the white space after it has none`() {
    var captions = LayerCaptions(asset: "a")
    (captions.highlight, captions.pop) = (LayerTextBackground(color: .white), LayerTextPop())
    let words = [Self.word(0, 900, "A"), Self.word(1_000, 1_900, "B")]
    let cue = TextCue(TimeRange(start: .zero, end: Self.milliseconds(1_900)), "A B", words: words)
    var spoken = LayerTextStyle()
    (spoken.background, spoken.pop) = (captions.highlight, captions.pop)
    #expect(
      captions.instants(of: [cue]).map(\.spans) == [
        [LayerTextSpan("A", spoken), LayerTextSpan(" B")],
        [LayerTextSpan("A "), LayerTextSpan("B", spoken)], [],
      ])
  }

  @Test func `a word that does not fit begins the next line, or the next group`() {
    var captions = LayerCaptions(asset: "a")
    (captions.wordsPerLine, captions.lines) = (3, 2)
    let texts = ["aa", "bbbb", "c", "dddddddd", "e", "f", "g", "h"]
    let words = texts.enumerated().map { Self.word(100 * $0, 100 * $0 + 90, $1) }
    let cue = TextCue(TimeRange(start: .zero, end: Self.milliseconds(800)), "", words: words)
    let shown = captions.instants(of: [cue], fitting: { $0.count <= 7 }).map { instant in
      instant.spans.map(\.string).joined()
    }
    // The long word is too wide alone, and lies in a line of its own. Other lines are about as long as
    // each other.
    #expect(Set(shown) == ["aa\nbbbb c", "dddddddd\ne f", "g h", ""])
  }

  @Test
  func `no word is alone, but between pauses, as a sentence, and where nothing fits beside it`() {
    func shown(
      _ texts: [String], pauseAfter pause: Int? = nil, lines: Int = 1, width: Int = 100
    ) -> [String] {
      var captions = LayerCaptions(asset: "a")
      (captions.wordsPerLine, captions.lines) = (3, lines)
      let words = texts.enumerated().map { index, text in
        let start = 100 * index + (pause.map { index > $0 ? 2_000 : 0 } ?? 0)
        return Self.word(start, start + 90, text)
      }
      let cue = TextCue(TimeRange(start: .zero, end: Self.milliseconds(9_000)), "", words: words)
      let instants = captions.instants(of: [cue], fitting: { $0.count <= width })
      return instants.map { $0.spans.map(\.string).joined() }.reduce(into: []) { all, text in
        if !text.isEmpty, all.last != text { all.append(text) }
      }
    }
    #expect(shown(["a", "b", "c", "d."]) == ["a b", "c d."])
    #expect(shown(["a", "b", "c", "d", "e", "f", "g."], lines: 2) == ["a b\nc d", "e f g."])
    #expect(shown(["a", "b", "c", "d", "e."]) == ["a b c", "d e."])
    #expect(shown(["a", "b", "c.", "D."]) == ["a b c.", "D."])
    #expect(shown(["a", "b", "c", "d."], pauseAfter: 2) == ["a b c", "d."])
    // A line of two words is too short to give one away, and the long word fits beside no other.
    #expect(shown(["aa", "bb", "cccccc."], width: 6) == ["aa bb", "cccccc."])
    #expect(shown(["a", "b", "c", "dddddd."], width: 6) == ["a b c", "dddddd."])
  }

  @Test func `the words of two sentences are not shown together`() {
    var captions = LayerCaptions(asset: "a")
    (captions.wordsPerLine, captions.lines) = (3, 2)
    let texts = ["One", "two.", "“Three?”", "Four", "3.5", "six…", "Seven"]
    let words = texts.enumerated().map { Self.word(100 * $0, 100 * $0 + 90, $1) }
    let cue = TextCue(TimeRange(start: .zero, end: Self.milliseconds(700)), "", words: words)
    let shown = captions.instants(of: [cue]).map { $0.spans.map(\.string).joined() }
    #expect(Set(shown) == ["One two.", "“Three?”", "Four 3.5 six…", "Seven", ""])
  }

  @Test func `the lines of words that are shown together have about the same length`() {
    var captions = LayerCaptions(asset: "a")
    (captions.wordsPerLine, captions.lines) = (3, 2)
    let texts = ["The", "tide", "comes", "in.", "Nobody", "is", "in", "a", "hurry."]
    let words = texts.enumerated().map { Self.word(100 * $0, 100 * $0 + 90, $1) }
    let cue = TextCue(TimeRange(start: .zero, end: Self.milliseconds(900)), "", words: words)
    let shown = captions.instants(of: [cue]).map { $0.spans.map(\.string).joined() }
    #expect(Set(shown) == ["The tide\ncomes in.", "Nobody is\nin a hurry.", ""])
  }

  @Test func `a subtitle that does not fit has few lines of about the same length`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        String(repeating: "x", count: .random(in: 1...9, using: &random))
      }
      let width = Int.random(in: 9...30, using: &random)
      let cue = TextCue(
        TimeRange(start: .zero, end: MediaTime(1)), words.joined(separator: " "))
      let shown = LayerCaptions(asset: "a").instants(of: [cue], fitting: { $0.count <= width })
      let text = try #require(shown.first).spans.map(\.string).joined()
      #expect(text.split(whereSeparator: \.isWhitespace).map(String.init) == words)
      let lines = text.split(separator: "\n").map(\.count)
      // All ways to divide the words, of which the fewest lines count, then the shortest longest one.
      var best = (lines: Int.max, longest: Int.max)
      for ends in 0..<(1 << (words.count - 1)) {
        var lengths = [words[0].count]
        for (index, word) in words.enumerated().dropFirst() {
          if ends >> (index - 1) & 1 == 1 {
            lengths.append(word.count)
          } else {
            lengths[lengths.count - 1] += 1 + word.count
          }
        }
        let longest = lengths.max() ?? 0
        if longest <= width, (lengths.count, longest) < best { best = (lengths.count, longest) }
      }
      #expect(lines.count == best.lines && lines.max() == best.longest)
    }
  }

  @Test func `random words appear when they are spoken`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      var captions = LayerCaptions(asset: "a"), time = 0
      captions.wordsPerLine = .random(in: 1...4, using: &random)
      captions.lines = .random(in: 1...3, using: &random)
      captions.longestPause = Self.milliseconds(.random(in: 0...1_000, using: &random))
      captions.current = LayerTextStyle(isItalic: true)
      var words: [TimedWord] = []
      for index in 0..<Int.random(in: 1...20, using: &random) {
        time += Int.random(in: 0...1_500, using: &random)
        let end = time + Int.random(in: 50...800, using: &random)
        words.append(Self.word(time, end, "w\(index)"))
        time = end
      }
      let cue = TextCue(TimeRange(start: .zero, end: Self.milliseconds(time)), "", words: words)
      let instants = captions.instants(of: [cue])
      #expect(zip(instants, instants.dropFirst()).allSatisfy { $0.time < $1.time })
      for (index, word) in words.enumerated() {
        for moment in [word.range.start, word.range.end - Self.milliseconds(1)] {
          let spans = instants.last { $0.time <= moment }?.spans ?? []
          let current = spans.filter { $0.style.isItalic == true }.map(\.string).joined()
          #expect(current.trimmingCharacters(in: .whitespacesAndNewlines) == "w\(index)")
          let lines = spans.map(\.string).joined().split(separator: "\n")
          #expect(lines.count <= captions.lines ?? 1)
          let most = lines.map { $0.split(separator: " ").count }.max() ?? 0
          #expect(most <= (captions.wordsPerLine ?? 0))
        }
        // Nothing is shown in a long pause.
        guard index + 1 < words.count else { continue }
        let pause = words[index + 1].range.start - word.range.end
        let middle = word.range.end + pause * MediaTime(1, over: 2)
        let spans = instants.last { $0.time <= middle }?.spans ?? []
        if pause > captions.longestPause { #expect(spans.isEmpty) }
      }
    }
  }
}
