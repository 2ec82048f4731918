public import CutawayTime

/// A text and the time range in which it is shown: one entry of a subtitle track.
///
/// Words lose their times where cues are divided or put together.
public struct TextCue: Sendable, Hashable, Codable {
  /// When the text is shown, in the time of its file or track.
  public var range: TimeRange
  /// Plain text.
  ///
  /// Lines are separated by `\n`.
  public var text: String
  /// The words of the text with their times; none if the file does not state them.
  public var words: [TimedWord]

  /// Creates a cue; `withoutOverlaps()` drops those with an empty range.
  public init(_ range: TimeRange, _ text: String, words: [TimedWord] = []) {
    self.range = range
    self.text = text
    self.words = words
  }
}

/// A word and when it is spoken.
public struct TimedWord: Sendable, Hashable, Codable {
  /// When it is spoken, in the time of its file or track.
  public var range: TimeRange
  /// The word, with its punctuation.
  public var text: String
  /// Whether it is the last one of its line.
  public var endsLine: Bool

  /// Creates a word.
  public init(_ range: TimeRange, _ text: String, endsLine: Bool = false) {
    (self.range, self.text, self.endsLine) = (range, text, endsLine)
  }
}

extension [TextCue] {
  /// The same texts in order of time and without overlaps, for formats whose cues must not overlap.
  ///
  /// Cues that are shown together become the lines of one cue, the earlier one first.
  package func withoutOverlaps() -> [TextCue] {
    // The times at which a cue starts or ends, with the indices of these cues.
    var starts: [MediaTime: [Int]] = [:], ends: [MediaTime: [Int]] = [:]
    for (index, cue) in enumerated() where !cue.range.isEmpty {
      starts[cue.range.start, default: []].append(index)
      ends[cue.range.end, default: []].append(index)
    }
    var shown: [Int] = [], last = MediaTime.zero, result: [TextCue] = []
    for time in Set(starts.keys).union(ends.keys).sorted() {
      if !shown.isEmpty {
        let text = shown.map { self[$0].text }.joined(separator: "\n")
        result.append(TextCue(TimeRange(start: last, end: time), text))
      }
      let over = Set(ends[time] ?? [])
      shown.removeAll { over.contains($0) }
      shown += starts[time] ?? []
      last = time
    }
    return result
  }
}
