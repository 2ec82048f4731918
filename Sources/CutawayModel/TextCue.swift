public import CutawayTime

/// A text and when it is shown, as subtitles consist of them.
public struct TextCue: Sendable, Hashable, Codable {
  public var range: TimeRange
  /// Plain text; lines end with `\n`.
  public var text: String

  public init(_ range: TimeRange, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [TextCue] {
  /// The same texts in order of time without overlaps, for files whose cues must not overlap.
  ///
  /// Where several are shown at a time, they are lines of one, the earlier one above.
  public func withoutOverlaps() -> [TextCue] {
    // Each time at which something changes, and what begins and ends there.
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
