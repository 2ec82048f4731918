package import CutawayElementKit
import CutawayMedia
package import CutawayModel
import CutawaySystem
import CutawayTime
package import Foundation

/// The words of a recording with their times, as programs for speech recognition write them in JSON.
///
/// Files are recognized by their shape: lists of objects with a `start`, an `end`, and a `word` or a `text`. These are words
/// (Whisper with word times, Deepgram, AssemblyAI, ElevenLabs), or sentences (Whisper without them, whisper.cpp). The objects
/// may have a `timestamp` with both times (pipelines of Hugging Face), or be lists of times and a text (faster-whisper).
/// Letters with their times (ElevenLabs' speech) are put together to words. Times are seconds; if all are written as whole numbers and most words would take 20 s and more, they are milliseconds, as AssemblyAI's.
package struct Transcript {
  /// The sentences, or parts of them, in order of time.
  package private(set) var cues: [TextCue] = []

  /// The maximum size of a file in bytes.
  private static let largest = 16 << 20
  /// The maximum number of words.
  private static let most = 100_000
  /// The levels of objects that are searched.
  private static let deepest = 12

  /// Reads a file; `nil` if it is not a local JSON file with words.
  ///
  /// - Parameter location: A path or a URI.
  /// - Throws: `ElementError` if the file is too large.
  init?(location: String) throws(ElementError) {
    guard location.lowercased().hasSuffix(".json"), let path = localPath(location),
      // A file that cannot be read is reported by the reader of media.
      let status = try? FileStatus(of: path, followingLink: true), status.kind == .regular,
      let file = try? OpenFile(path, for: .reading)
    else { return nil }
    // Other files of this kind, such as animations, may be larger.
    guard status.size <= Self.largest, let bytes = try? file.read(Int(status.size), at: 0)
    else { return nil }
    try self.init(Data(bytes))
  }

  /// Reads the text of a file; `nil` if it has no words.
  ///
  /// - Throws: `ElementError` if there are too many.
  package init?(_ data: Data) throws(ElementError) {
    // Anything else is no transcript.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let plain = data.starts(with: mark) ? data.dropFirst(mark.count) : data
    guard let json = try? JSONSerialization.jsonObject(with: Data(plain)) else { return nil }
    var search = Search()
    search.look(at: json, level: 0)
    guard !search.entries.isEmpty else { return nil }
    guard search.count <= Self.most else {
      throw ElementError("it has more than \(Self.most) words")
    }
    let unit: Int64 = search.isInMilliseconds ? 1_000_000 : 1_000
    for entry in search.entries {
      switch entry {
      case .sentence(let sentence): cues.append(TextCue(sentence.range(unit), sentence.text))
      case .words(let words):
        let words = words.map { TimedWord($0.range(unit), $0.text) }
        for sentence in words.sentences {
          guard let first = sentence.first, let last = sentence.last else { continue }
          cues.append(
            TextCue(
              TimeRange(start: first.range.start, end: max(first.range.start, last.range.end)),
              sentence.map(\.text).joined(separator: " "), words: sentence))
        }
      }
    }
    cues.sort { $0.range.start < $1.range.start }
  }

  /// A part of a transcript.
  struct Part {
    let start: Double, end: Double, text: String
    /// Whether both times are written as whole numbers.
    let isWhole: Bool

    /// The range, in units of so many parts of a second: thousandths of 1,000 units make milliseconds.
    func range(_ unit: Int64) -> TimeRange {
      func time(_ value: Double) -> MediaTime {
        MediaTime(
          Int64((min(value, 1e9) * 1_000_000_000 / Double(unit)).rounded()), over: 1_000_000)
      }
      let first = time(start)
      return TimeRange(start: first, end: max(first, time(end)))
    }
  }

  /// An object with a text, which may lack times.
  struct Draft {
    let text: String
    /// The text with its times; `nil` without them.
    let part: Part?

    /// Reads an object or a list; `nil` if it has no text.
    init?(_ json: Any, keys: [String]) {
      guard let entry = Entry(json, keys: keys) else { return nil }
      // A character that cannot be drawn may end a text.
      let visible = entry.text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }
      text = String(visible).trimmingCharacters(in: .whitespacesAndNewlines)
      part = entry.part(text)
    }
  }

  private enum Found {
    case sentence(Part)
    case words([Part])
  }

  /// A search for the parts of a transcript.
  private struct Search {
    var entries: [Found] = []
    var count = 0

    /// The keys of objects that contain words, the most detailed one first; the first that has some counts.
    private static let keys = [
      "words", "chunks", "segments", "sentences", "transcription", "utterances", "paragraphs",
      "results", "channels", "alternatives", "monologues", "transcript",
    ]

    mutating func look(at json: Any, level: Int) {
      guard level <= Transcript.deepest else { return }
      if let list = json as? [Any] {
        let words = list.compactMap { item in
          item is [Any] ? nil : Draft(item, keys: ["punctuated_word", "word"])?.part
        }
        let isOfWords = !words.isEmpty && words.count * 2 >= list.count
        let drafts = list.compactMap { Draft($0, keys: ["punctuated_word", "word", "text"]) }
        let hasInner = list.contains { Entry.hasWords($0) }
        if !hasInner, isOfWords || Self.areWords(drafts.compactMap(\.part)) {
          entries.append(.words(Self.timed(drafts)))
          count += drafts.count
          return
        }
        for item in Entry.unpacked(list) {
          let isFound = entries.count
          look(at: item, level: level + 1)
          // A sentence without words of its own.
          if entries.count == isFound, let part = Draft(item, keys: ["text", "transcript"])?.part {
            entries.append(.sentence(part))
            count += 1
          }
        }
      } else if let object = json as? [String: Any] {
        if let letters = TimedLetters(object) {
          entries.append(.words(letters.words))
          count += letters.words.count
          return
        }
        for key in Self.keys {
          guard let value = object[key] else { continue }
          let before = entries.count
          // Other channels and other readings say the same.
          let isChoice = ["channels", "alternatives"].contains(key)
          let chosen: Any = isChoice ? (value as? [Any])?.first ?? value : value
          look(at: chosen, level: level + 1)
          if entries.count > before { return }
        }
      }
    }

    /// Whether texts are words, and not sentences: few have white space.
    private static func areWords(_ parts: [Part]) -> Bool {
      let full = parts.filter { !$0.text.isEmpty }
      guard !full.isEmpty else { return false }
      return full.filter { $0.text.contains(where: \.isWhitespace) }.count * 10 <= full.count
    }

    /// Words in order of time; one without times lies between its neighbours.
    private static func timed(_ drafts: [Draft]) -> [Part] {
      var parts: [Part] = []
      for (index, draft) in drafts.enumerated() where !draft.text.isEmpty {
        if let part = draft.part {
          parts.append(part)
          continue
        }
        let next = drafts[index...].lazy.compactMap(\.part).first
        guard let start = parts.last?.end ?? next?.start else { continue }
        parts.append(
          Part(
            start: start, end: max(start, next?.start ?? start), text: draft.text,
            isWhole: next?.isWhole ?? true))
      }
      return parts.sorted { $0.start < $1.start }
    }

    /// Whether times are milliseconds: whole numbers, of which most words would take 20 s and more.
    var isInMilliseconds: Bool {
      let parts = entries.flatMap { entry in
        switch entry {
        case .sentence(let part): [part]
        case .words(let parts): parts
        }
      }
      let lengths = parts.map { $0.end - $0.start }.sorted()
      let isWhole = parts.allSatisfy(\.isWhole)
      return isWhole && !lengths.isEmpty && lengths[lengths.count / 2] >= 20
    }
  }
}

extension TimedWord {
  /// Whether the word ends a sentence, apart from quotation marks and brackets that end with it.
  var endsSentence: Bool {
    text.last { !"\"'”’»)]".contains($0) }.map { ".?!…。？！".contains($0) } ?? false
  }
}

extension [TimedWord] {
  /// Divides the time of a text by the letters of its words.
  ///
  /// - Parameters:
  ///   - text: The text; a line feed ends a line.
  ///   - range: The time of the text.
  init(dividing text: String, in range: TimeRange) {
    self = []
    let lines = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
    let letters = lines.joined().reduce(0) { $0 + $1.count }
    guard letters > 0 else { return }
    var passed = 0
    func time() -> MediaTime {
      let part = range.duration * MediaTime(Int64(passed), over: Int64(letters))
      return range.start + MediaTime(part.floored(in: MediaTime(1, over: 1_000)), over: 1_000)
    }
    for line in lines {
      for (index, word) in line.enumerated() {
        let start = time()
        passed += word.count
        append(
          TimedWord(
            TimeRange(start: start, end: time()), String(word), endsLine: index == line.count - 1))
      }
    }
  }

  /// Sentences: they end at a full stop, at a pause, and after twelve words.
  fileprivate var sentences: [[TimedWord]] {
    var result: [[TimedWord]] = []
    for word in self {
      guard let last = result.last, let previous = last.last, last.count < 12,
        !previous.endsSentence,
        word.range.start - previous.range.end <= MediaTime(4, over: 5)
      else {
        result.append([word])
        continue
      }
      result[result.count - 1].append(word)
    }
    return result
  }
}
