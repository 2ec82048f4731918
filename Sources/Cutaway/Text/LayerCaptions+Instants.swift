package import CutawayModel
import CutawayTime

extension LayerCaptions {
  /// Texts that replace each other, of which some are empty.
  ///
  /// - Parameters:
  ///   - cues: The subtitles.
  ///   - fits: Whether a line of words is not too wide; where it is, the last word begins the next line.
  /// - Returns: The texts in order of time.
  package func instants(
    of cues: [TextCue], fitting fits: (String) -> Bool = { _ in true }
  ) -> [LayerTextInstant] {
    var instants = [LayerTextInstant(at: .zero, [])]
    func show(_ spans: [LayerTextSpan], at time: MediaTime) {
      if instants[instants.count - 1].time == time { instants.removeLast() }
      instants.append(LayerTextInstant(at: time, spans))
    }
    guard needsWords else {
      for cue in cues.withoutOverlaps() {
        let lines = cue.text.split(separator: "\n").flatMap { line in
          if fits(String(line)) { return [String(line)] }
          return Self.balanced(line.split(separator: " ").map(String.init), most: .max, fits)
            .map { $0.joined(separator: " ") }
        }
        show([LayerTextSpan(lines.joined(separator: "\n"))], at: cue.range.start)
        show([], at: cue.range.end)
      }
      return instants
    }
    let groups = groups(of: cues, fitting: fits)
    for (index, group) in groups.enumerated() {
      // The next group replaces one that lasts too long.
      let next = index + 1 < groups.count ? groups[index + 1].start : nil
      for (number, word) in group.words.enumerated() {
        // A word keeps its style until the next one begins.
        let start = number == 0 ? group.start : max(group.start, word.range.start)
        if let next, start >= next { break }
        show(spans(of: group.words, current: number), at: start)
      }
      // A short pause does not make the text flicker.
      let end = next.map { $0 - group.end <= longestPause ? $0 : group.end } ?? group.end
      show([], at: end)
    }
    return instants
  }

  /// Words in as few lines as possible of about the same length.
  ///
  /// - Parameters:
  ///   - words: The words, in lines of their own where they do not fit.
  ///   - most: The most words of a line.
  ///   - fits: Whether a line is not too wide.
  /// - Returns: The lines.
  private static func balanced(
    _ words: [String], most: Int, _ fits: (String) -> Bool
  ) -> [[String]] {
    /// The fewest lines that fit and have no more letters than a limit.
    func lines(_ limit: Int) -> [[String]] {
      var lines: [[String]] = []
      for word in words {
        let longer = (lines.last ?? []) + [word]
        let text = longer.joined(separator: " ")
        if longer.count > 1, longer.count <= most, text.count <= limit, fits(text) {
          lines[lines.count - 1] = longer
        } else {
          lines.append([word])
        }
      }
      return lines
    }
    let letters = words.joined(separator: " ").count
    let fewest = lines(letters)
    var limit = letters / max(1, fewest.count), best = lines(limit)
    while best.count > fewest.count {
      limit += 1
      best = lines(limit)
    }
    return best
  }

  /// Words that are shown together.
  private struct Group {
    var words: [TimedWord]
    var end: MediaTime
    var start: MediaTime { words.first?.range.start ?? .zero }

    /// Takes words from the end of the group before, until both have about as many.
    ///
    /// - Parameters:
    ///   - group: The group before.
    ///   - pause: The longest pause between words that are shown together.
    ///   - isNarrow: Whether words fit into the lines of a group.
    mutating func take(
      from group: inout Group, pause: MediaTime, while isNarrow: ([TimedWord]) -> Bool
    ) {
      while group.words.count > words.count + 1, let last = group.words.last, !last.endsSentence,
        start - last.range.end <= pause, isNarrow([last] + words)
      {
        group.words.removeLast()
        group.end = group.words.map(\.range.end).max() ?? group.end
        words.insert(last, at: 0)
        end = max(end, last.range.end)
      }
    }

    /// Ends lines after so many words each.
    mutating func endLines(_ lengths: [Int]) {
      var count = 0
      for length in lengths.dropLast() {
        count += length
        words[count - 1].endsLine = true
      }
    }
  }

  /// The words in order of time, as lines.
  ///
  /// No word is alone, unless it is a sentence, stands between pauses, or fits beside no other.
  private func groups(of cues: [TextCue], fitting fits: (String) -> Bool) -> [Group] {
    let sorted = cues.sorted { $0.range.start < $1.range.start }
    let lists = sorted.map { cue in
      cue.words.isEmpty ? [TimedWord](dividing: cue.text, in: cue.range) : cue.words
    }
    guard let wordsPerLine else {
      return zip(sorted, lists).compactMap { cue, words in
        words.isEmpty ? nil : Group(words: words, end: cue.range.end)
      }
    }
    var groups: [Group] = []
    // The words of the line that grows, and the number of lines before it.
    var line: [String] = [], linesBefore = 0
    for var word in lists.joined() {
      let pause = groups.last.map { word.range.start - $0.end } ?? .zero
      word.endsLine = false
      let continues =
        line.count < wordsPerLine && fits((line + [word.text]).joined(separator: " "))
      let isFull = !continues && linesBefore + 1 >= lines ?? 1
      // The words of a new sentence do not stand beside the last ones of another.
      let begins = groups.last?.words.last?.endsSentence ?? true
      if begins || isFull || pause > longestPause {
        groups.append(Group(words: [word], end: word.range.end))
        (line, linesBefore) = ([word.text], 0)
        continue
      }
      if continues {
        line.append(word.text)
      } else {
        (line, linesBefore) = ([word.text], linesBefore + 1)
      }
      groups[groups.count - 1].words.append(word)
      groups[groups.count - 1].end = max(groups[groups.count - 1].end, word.range.end)
    }
    func isNarrow(_ words: [TimedWord]) -> Bool {
      Self.balanced(words.map(\.text), most: wordsPerLine, fits).count <= lines ?? 1
    }
    for index in groups.indices.dropFirst() where groups[index].words.count == 1 {
      var before = groups[index - 1]
      groups[index].take(from: &before, pause: longestPause, while: isNarrow)
      groups[index - 1] = before
    }
    for index in groups.indices {
      let lines = Self.balanced(groups[index].words.map(\.text), most: wordsPerLine, fits)
      groups[index].endLines(lines.map(\.count))
    }
    return groups
  }

  /// The text while a word is spoken.
  private func spans(of words: [TimedWord], current number: Int) -> [LayerTextSpan] {
    let spoken = current.spoken(highlight, pop)
    var spans: [LayerTextSpan] = []
    for (index, word) in words.enumerated() {
      let style = index < number ? past : index == number ? spoken : future
      if index > 0 {
        spans.append(space: words[index - 1].endsLine ? "\n" : " ", before: style)
      }
      if spans.last?.style == style {
        spans[spans.count - 1].string += word.text
      } else {
        spans.append(LayerTextSpan(word.text, style))
      }
    }
    return spans
  }
}
