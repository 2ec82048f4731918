import Foundation

extension Transcript {
  /// The text and the times of a part of a transcript, as a program writes them.
  struct Entry {
    let text: String
    private let start: NSNumber?
    private let end: NSNumber?
    /// How many units are a second.
    private let unit: Double

    /// Letters in a second, for a part without an end.
    private static let lettersPerSecond = 15.0

    /// Reads an object or a list; `nil` if it has no text.
    init?(_ json: Any, keys: [String]) {
      if let list = json as? [Any] {
        guard let fields = Self.fields(of: list) else { return nil }
        (text, start, end, unit) = (fields.text, fields.start, fields.end, 1)
        return
      }
      guard let object = json as? [String: Any],
        // ElevenLabs lists spaces and sounds, too.
        ["word", nil].contains(object["type"] as? String),
        let text = keys.lazy.compactMap({ object[$0] as? String }).first
      else { return nil }
      self.text = text
      // whisper.cpp has milliseconds.
      let offsets = object["offsets"] as? [String: Any]
      // Pipelines of Hugging Face leave the last end open.
      let pair = object["timestamp"] as? [Any]
      unit = offsets == nil ? 1 : 1_000
      start = (offsets?["from"] ?? pair?.first ?? object["start"]) as? NSNumber
      let stated = (offsets?["to"] ?? pair?.last ?? object["end"]) as? NSNumber
      let length = Double(text.count) / Self.lettersPerSecond
      end = stated ?? (pair == nil ? nil : start.map { NSNumber(value: $0.doubleValue + length) })
    }

    /// The values of a list with both times right before the text, as named tuples of Python become in JSON; `nil` for
    /// others.
    private static func fields(
      of list: [Any]
    ) -> (text: String, start: NSNumber, end: NSNumber)? {
      guard let place = list.firstIndex(where: { $0 is String }), place >= 2,
        let text = list[place] as? String, let start = list[place - 2] as? NSNumber,
        let end = list[place - 1] as? NSNumber
      else { return nil }
      return (text, start, end)
    }

    /// The part with a text; `nil` without times.
    func part(_ text: String) -> Part? {
      guard let start, let end, start.doubleValue.isFinite, end.doubleValue.isFinite,
        start.doubleValue >= 0
      else { return nil }
      return Part(
        start: start.doubleValue / unit, end: end.doubleValue / unit, text: text,
        isWhole: unit == 1 && !start.isFloatingPoint && !end.isFloatingPoint)
    }

    /// Whether an object or a list contains words of its own.
    static func hasWords(_ json: Any) -> Bool { words(in: json) != nil }

    /// The words in an object or in a list of which one of the values is a list of lists with a text.
    private static func words(in json: Any) -> [Any]? {
      if let object = json as? [String: Any] { return object["words"] as? [Any] }
      guard let list = json as? [Any], fields(of: list) != nil else { return nil }
      return list.lazy.compactMap { $0 as? [Any] }.first { inner in
        !inner.isEmpty && inner.allSatisfy { ($0 as? [Any]).flatMap(fields) != nil }
      }
    }

    /// The parts of a list, of which lists with words are replaced by their words.
    static func unpacked(_ list: [Any]) -> [Any] {
      list.map { item in item is [Any] ? words(in: item) ?? item : item }
    }
  }
}

/// Letters with their times, as ElevenLabs writes them for speech that it makes.
struct TimedLetters {
  private let letters: [(text: String, start: Double, end: Double)]

  /// Reads an object that has lists of letters and times, or contains one; `nil` for others.
  init?(_ object: [String: Any]) {
    let inner = object["alignment"] ?? object["normalized_alignment"]
    let lists = inner as? [String: Any] ?? object
    guard let texts = lists["characters"] as? [String],
      let starts = lists["character_start_times_seconds"] as? [Double],
      let ends = lists["character_end_times_seconds"] as? [Double],
      texts.count == starts.count, texts.count == ends.count, !texts.isEmpty
    else { return nil }
    letters = zip(texts, zip(starts, ends)).map { ($0, max(0, $1.0), max(0, $1.1)) }
  }

  /// What lies between white space.
  var words: [Transcript.Part] {
    letters.split { $0.text.allSatisfy(\.isWhitespace) }.compactMap { word in
      guard let first = word.first, let last = word.last else { return nil }
      return Transcript.Part(
        start: first.start, end: max(first.start, last.end), text: word.map(\.text).joined(),
        isWhole: false)
    }
  }
}

extension NSNumber {
  /// Whether a number of JSON is written with a decimal point or an exponent.
  fileprivate var isFloatingPoint: Bool { description.contains { ".e".contains($0) } }
}
