package import CutawayModel
import CutawayTime

extension LayerCaptions {
  /// Texts that replace each other, of which some are empty.
  package func instants(of cues: [TextCue]) -> [LayerTextInstant] {
    var instants = [LayerTextInstant(at: .zero, [])]
    func show(_ spans: [LayerTextSpan], at time: MediaTime) {
      if instants[instants.count - 1].time == time { instants.removeLast() }
      instants.append(LayerTextInstant(at: time, spans))
    }
    guard needsWords else {
      for cue in cues.withoutOverlaps() {
        show([LayerTextSpan(cue.text)], at: cue.range.start)
        show([], at: cue.range.end)
      }
      return instants
    }
    let groups = groups(of: cues)
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

  /// Words that are shown together.
  private struct Group {
    var words: [TimedWord]
    var end: MediaTime
    var start: MediaTime { words.first?.range.start ?? .zero }
  }

  /// The words in order of time, as lines.
  private func groups(of cues: [TextCue]) -> [Group] {
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
    for var word in lists.joined() {
      let place = groups.last?.words.count ?? 0
      let pause = groups.last.map { word.range.start - $0.end } ?? .zero
      word.endsLine = false
      if groups.isEmpty || place >= wordsPerLine * lines || pause > longestPause {
        groups.append(Group(words: [word], end: word.range.end))
        continue
      }
      if place % wordsPerLine == 0 { groups[groups.count - 1].words[place - 1].endsLine = true }
      groups[groups.count - 1].words.append(word)
      groups[groups.count - 1].end = max(groups[groups.count - 1].end, word.range.end)
    }
    return groups
  }

  /// The text while a word is spoken.
  private func spans(of words: [TimedWord], current number: Int) -> [LayerTextSpan] {
    var spans: [LayerTextSpan] = []
    for (index, word) in words.enumerated() {
      let style = index < number ? past : index == number ? current : future
      let last = index == words.count - 1
      let text = word.text + (last ? "" : word.endsLine ? "\n" : " ")
      if spans.last?.style == style {
        spans[spans.count - 1].string += text
      } else {
        spans.append(LayerTextSpan(text, style))
      }
    }
    return spans
  }
}
