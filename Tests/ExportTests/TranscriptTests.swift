import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Words with their times, and how captions show them.
@Suite struct TranscriptTests {
  private static func milliseconds(_ number: Int) -> MediaTime {
    MediaTime(Int64(number), over: 1_000)
  }

  private static func word(_ start: Int, _ end: Int, _ text: String) -> TimedWord {
    TimedWord(TimeRange(start: milliseconds(start), end: milliseconds(end)), text)
  }

  /// What programs write, in their spellings.
  private static let files: [(String, String)] = [
    (
      "Whisper",
      """
      {"text": " Hello there. Go!", "language": "en", "segments": [
        {"id": 0, "start": 0.5, "end": 1.75, "text": " Hello there.", "words": [
          {"word": " Hello", "start": 0.5, "end": 0.9, "probability": 0.9},
          {"word": " there.", "start": 1.0, "end": 1.75, "probability": 0.9}]},
        {"id": 1, "start": 3.0, "end": 3.25, "text": " Go!", "words": [
          {"word": " Go!", "start": 3.0, "end": 3.25, "probability": 0.9}]}]}
      """
    ),
    (
      "OpenAI",
      """
      {"task": "transcribe", "duration": 3.25, "text": "Hello there. Go!",
       "words": [{"word": "Hello", "start": 0.5, "end": 0.9},
         {"word": "there.", "start": 1, "end": 1.75}, {"word": "Go!", "start": 3, "end": 3.25}],
       "segments": [{"id": 0, "start": 0.5, "end": 3.25, "text": "Hello there. Go!"}]}
      """
    ),
    (
      "Deepgram",
      """
      {"metadata": {"channels": 1}, "results": {"channels": [{"alternatives": [
        {"transcript": "hello there go", "words": [
          {"word": "hello", "start": 0.5, "end": 0.9, "punctuated_word": "Hello"},
          {"word": "there", "start": 1.0, "end": 1.75, "punctuated_word": "there."},
          {"word": "go", "start": 3.0, "end": 3.25, "punctuated_word": "Go!"}]},
        {"transcript": "yellow hair", "words": [
          {"word": "yellow", "start": 0.5, "end": 0.9}]}]}]}}
      """
    ),
    (
      "AssemblyAI",
      """
      {"id": "a", "status": "completed", "text": "Hello there. Go!", "words": [
        {"text": "Hello", "start": 500, "end": 900, "confidence": 0.9, "speaker": "A"},
        {"text": "there.", "start": 1000, "end": 1750, "confidence": 0.9, "speaker": "A"},
        {"text": "Go!", "start": 3000, "end": 3250, "confidence": 0.9, "speaker": "A"}],
       "utterances": [{"text": "Hello there. Go!", "start": 500, "end": 3250}]}
      """
    ),
    (
      "ElevenLabs",
      """
      {"language_code": "en", "text": "Hello there. Go!", "words": [
        {"text": "Hello", "start": 0.5, "end": 0.9, "type": "word"},
        {"text": " ", "start": 0.9, "end": 1.0, "type": "spacing"},
        {"text": "there.", "start": 1.0, "end": 1.75, "type": "word"},
        {"text": "(laughs)", "start": 2.0, "end": 2.5, "type": "audio_event"},
        {"text": "Go!", "start": 3.0, "end": 3.25, "type": "word"}]}
      """
    ),
    (
      "ElevenLabs' speech",
      """
      {"audio_base64": "", "alignment": {
        "characters": ["H", "e", "l", "l", "o", " ", "t", "h", "e", "r", "e", ".", " ", "G", "o", "!"],
        "character_start_times_seconds":
          [0.5, 0.6, 0.65, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 3, 3.1, 3.2],
        "character_end_times_seconds":
          [0.6, 0.65, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 3, 3.1, 3.2, 3.25]}}
      """
    ),
    (
      "Hugging Face",
      """
      {"text": " Hello there. Go!", "chunks": [{"text": " Hello", "timestamp": [0.5, 0.9]},
        {"text": " there.", "timestamp": [1.0, 1.75]}, {"text": " Go!", "timestamp": [3.0, 3.25]}]}
      """
    ),
    (
      "faster-whisper",
      """
      [[1, 0, 0.5, 1.75, " Hello there.", [50364, 2425], -0.2, 1.1, 0.01,
         [[0.5, 0.9, " Hello", 0.9], [1.0, 1.75, " there.", 0.8]], 0.0],
       [2, 0, 3.0, 3.25, " Go!", [1027], -0.2, 1.1, 0.01, [[3.0, 3.25, " Go!", 0.7]], 0.0]]
      """
    ),
    (
      "a plain list",
      """
      [{"word": "Hello", "start": 0.5, "end": 0.9}, {"word": "there.", "start": 1, "end": 1.75},
       {"word": "Go!", "start": 3, "end": 3.25}]
      """
    ),
  ]

  @Test(arguments: files)
  func `words of other programs are read`(program: String, json: String) throws {
    let cues = try #require(try Transcript(Data(json.utf8))).cues
    #expect(cues.map(\.text) == ["Hello there.", "Go!"])
    #expect(
      cues.flatMap(\.words) == [
        Self.word(500, 900, "Hello"), Self.word(1_000, 1_750, "there."),
        Self.word(3_000, 3_250, "Go!"),
      ])
    #expect(cues.map(\.range.start) == [Self.milliseconds(500), Self.milliseconds(3_000)])
    #expect(cues.map(\.range.end) == [Self.milliseconds(1_750), Self.milliseconds(3_250)])
  }

  @Test func `sentences without words keep their times`() throws {
    let json = """
      {"segments": [{"start": 0, "end": 2, "text": " One two three."},
        {"start": 2.5, "end": 4, "text": " Four five six seven."}]}
      """
    let cues = try #require(try Transcript(Data(json.utf8))).cues
    #expect(cues.map(\.text) == ["One two three.", "Four five six seven."])
    let isBare = cues.allSatisfy { $0.words.isEmpty }
    #expect(isBare)
  }

  @Test func `sentences in lists, and the last one without an end`() throws {
    let lists = """
      [[1, 0, 0.5, 1.75, " One two.", [50364, 2425], -0.2, 1.1, 0.01, null, 0.0],
       [2, 0, 3.0, 4.5, " Three four.", [1027], -0.2, 1.1, 0.01, null, 0.0]]
      """
    let chunks = """
      {"chunks": [{"text": " One two.", "timestamp": [0.5, 1.75]},
        {"text": " Three four.", "timestamp": [3.0, null]}]}
      """
    let ends = [(lists, 4_500), (chunks, 3_800)]
    for (json, end) in ends {
      let cues = try #require(try Transcript(Data(json.utf8))).cues
      #expect(cues.map(\.text) == ["One two.", "Three four."])
      // Fifteen letters take a second, of which the text has twelve with its space.
      #expect(cues.map(\.range.end) == [Self.milliseconds(1_750), Self.milliseconds(end)])
      let isBare = cues.allSatisfy(\.words.isEmpty)
      #expect(isBare)
    }
  }

  @Test func `sentences of whisper.cpp have milliseconds`() throws {
    let json = """
      {"transcription": [
        {"timestamps": {"from": "00:00:00,000", "to": "00:00:02,000"},
         "offsets": {"from": 0, "to": 2000}, "text": " One two."},
        {"timestamps": {"from": "00:00:02,000", "to": "00:00:31,500"},
         "offsets": {"from": 2000, "to": 31500}, "text": " Three four."}]}
      """
    let cues = try #require(try Transcript(Data(json.utf8))).cues
    #expect(cues.map(\.text) == ["One two.", "Three four."])
    #expect(cues.map(\.range.end) == [Self.milliseconds(2_000), Self.milliseconds(31_500)])
  }

  @Test func `whole seconds with a decimal point are seconds`() throws {
    let json = """
      {"segments": [{"start": 0.0, "end": 28.0, "text": "One two."},
        {"start": 28.0, "end": 56.0, "text": "Three four."}]}
      """
    let cues = try #require(try Transcript(Data(json.utf8))).cues
    #expect(cues.map(\.range.end) == [Self.milliseconds(28_000), Self.milliseconds(56_000)])
  }

  @Test func `words are in order of time, and none is lost`() throws {
    let json = """
      \u{FEFF}{"words": [{"word": "new", "start": 1.5, "end": 1.9},
        {"word": "Hello\\u0000", "start": 0.5, "end": 0.9}, {"word": "2024"},
        {"word": "world", "start": 1, "end": 1.4}]}
      """
    let cues = try #require(try Transcript(Data(json.utf8))).cues
    #expect(
      cues.flatMap(\.words) == [
        Self.word(500, 900, "Hello"), Self.word(900, 1_000, "2024"),
        Self.word(1_000, 1_400, "world"), Self.word(1_500, 1_900, "new"),
      ])
  }

  @Test func `a line of spaces belongs to its cue`() {
    let cues = SubtitleText("WEBVTT\n\n00:01.000 --> 00:02.000\n \nhello there\n\n").cues
    #expect(cues.map(\.text) == ["hello there"])
  }

  @Test func `other files have no words`() throws {
    for json in [
      "", "{", "[]", "{}", "[1, 2]", #"{"words": []}"#, #"{"layers": [{"start": 1, "end": 2}]}"#,
      #"{"words": [{"text": "a", "start": "0", "end": 1}]}"#,
    ] {
      #expect(try Transcript(Data(json.utf8)) == nil, "\(json)")
    }
  }

  @Test func `damaged files are read as far as they go`() throws {
    var random = SeededGenerator(seed: 8)
    for (_, json) in Self.files {
      for _ in 0..<300 {
        var bytes = Array(json.utf8)
        for _ in 0..<3 {
          bytes[.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 32...126, using: &random)
        }
        for cue in try Transcript(Data(bytes))?.cues ?? [] {
          #expect(cue.range.duration >= .zero)
        }
      }
    }
  }

  @Test func `WebVTT states the times of words`() throws {
    let cues = SubtitleText(
      """
      WEBVTT

      00:01.000 --> 00:04.000
      <c.yellow>Hello</c> <00:00:01.500><c>old</c> <00:02.000>friend <00:03.000>of
      mine

      00:05.000 --> 00:06.000
      Plain words
      """
    ).cues
    #expect(cues.map(\.text) == ["Hello old friend of\nmine", "Plain words"])
    // The last two words share a second by their letters.
    #expect(
      cues[0].words.map { "\($0.text) \($0.range.start.seconds) \($0.range.end.seconds)" } == [
        "Hello 1.0 1.5", "old 1.5 2.0", "friend 2.0 3.0", "of 3.0 3.333", "mine 3.333 4.0",
      ])
    #expect(cues[1].words.isEmpty)
  }
}
