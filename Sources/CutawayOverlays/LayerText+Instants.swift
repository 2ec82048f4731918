import CutawayTime

/// The place of a frame in a composition, which texts can show.
struct FramePlace {
  /// The time of the composition.
  let time: MediaTime
  /// The duration of a frame.
  let frameDuration: MediaTime

  /// Replaces `{timecode}`, `{frame}` and `{time}`.
  func replacingTokens(in string: String) -> String {
    // Most texts have none.
    guard string.contains("{"), frameDuration > .zero else { return string }
    let number = time.floored(in: frameDuration)
    return string.replacing("{timecode}", with: timecode(of: number))
      .replacing("{frame}", with: "\(number)").replacing("{time}", with: clock)
  }

  /// `HH:MM:SS:FF`, which counts frames at the rate rounded up, or `HH:MM:SS;FF` with dropped frames at 29.97 and
  /// 59.94 frames per second.
  private func timecode(of number: Int64) -> String {
    let rate = max(1, MediaTime(1).ceiled(in: frameDuration))
    let isDropping = frameDuration == MediaTime(1_001, over: rate * 1_000) && rate % 30 == 0
    let counted = isDropping ? number + droppedFrames(before: number, rate) : number
    let seconds = counted / rate
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return parts.joined(separator: ":") + (isDropping ? ";" : ":")
      + padded(counted % rate, rate > 100 ? 3 : 2)
  }

  /// How many numbers are left out before a frame: the first two of 30 in each minute, except in each tenth one
  /// (SMPTE ST 12-1).
  private func droppedFrames(before number: Int64, _ rate: Int64) -> Int64 {
    let dropped = rate / 15, minute = rate * 60 - dropped, tenMinutes = minute * 10 + dropped
    let (tens, rest) = number.quotientAndRemainder(dividingBy: tenMinutes)
    // The first minute of ten has all numbers.
    return dropped * (tens * 9 + max(0, (rest - dropped) / minute))
  }

  /// `H:MM:SS.mmm`.
  private var clock: String {
    let milliseconds = time.floored(in: MediaTime(1, over: 1_000)), seconds = milliseconds / 1_000
    let minutes = padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
    return "\(seconds / 3_600):\(minutes).\(padded(milliseconds % 1_000, 3))"
  }

  private func padded(_ number: Int64, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension LayerText {
  /// Whether the text says nothing; others than pieces may.
  var isEmpty: Bool {
    guard case .spans(let spans) = source else { return false }
    return spans.allSatisfy(\.string.isEmpty)
  }

  /// The text at a time: pieces that do not change.
  ///
  /// - Parameters:
  ///   - time: The time of the layer's clock.
  ///   - place: The place of the frame in the composition.
  /// - Returns: The text.
  func held(at time: MediaTime, _ place: FramePlace) -> LayerText {
    var text = self
    var spans = source.spans(at: time)
    for index in spans.indices where !isLiteral {
      spans[index].string = place.replacingTokens(in: spans[index].string)
    }
    if let reveal { spans = reveal.visible(spans, at: time) }
    text.source = .spans(spans)
    text.reveal = nil
    return text
  }
}

extension LayerTextSource {
  /// The pieces at a time, of which those that pop have a scale.
  fileprivate func spans(at time: MediaTime) -> [LayerTextSpan] {
    switch self {
    case .spans(let spans): return spans.popped(after: time)
    case .instants(let instants):
      let instant = instants.last { $0.time <= time } ?? instants.first
      return instant.map { $0.spans.popped(after: time - $0.time) } ?? []
    case .words(let words): return words.spans(at: time)
    // The subtitles replace it before a tree is drawn.
    case .captions: return []
    }
  }
}

extension [LayerTextSpan] {
  /// The pieces at a time since their text began.
  fileprivate func popped(after time: MediaTime) -> [LayerTextSpan] {
    map { span in
      guard let pop = span.style.pop else { return span }
      var span = span
      let scale = (span.style.scale ?? 1) * pop.scale(at: time)
      (span.style.pop, span.style.scale) = (nil, scale == 1 ? nil : scale)
      let isUsual = pop.scale == nil && scale != 1
      if isUsual { span.style.growth = LayerTextPop.usualGrowth }
      return span
    }
  }

  /// Appends white space, outside of a piece whose style is visible in it, and invisible before an invisible piece.
  package mutating func append(space: String, before next: LayerTextStyle) {
    guard let last else { return append(LayerTextSpan(space)) }
    if next.isHidden, !last.style.isHidden {
      append(LayerTextSpan(space, next))
    } else if last.style.background != nil || last.style.scale != nil || last.style.pop != nil {
      append(LayerTextSpan(space))
    } else {
      self[count - 1].string += space
    }
  }
}

extension LayerTextStyle {
  /// The style with the box and the movement of a word that is spoken, if they are wanted.
  package func spoken(_ highlight: LayerTextBackground?, _ pop: LayerTextPop?) -> LayerTextStyle {
    var style = self
    if let highlight { style.background = highlight }
    if let pop { style.pop = pop }
    return style
  }
}

extension LayerWords {
  fileprivate func spans(at time: MediaTime) -> [LayerTextSpan] {
    let now = words.lastIndex { $0.time <= time } ?? -1
    let spoken = current.spoken(highlight, pop)
    var spans: [LayerTextSpan] = []
    for (index, word) in words.enumerated() {
      let isSeparated =
        spans.last?.string.last?.isWhitespace ?? true || word.string.first?.isWhitespace ?? true
      let style = index < now ? past : index == now ? spoken : future
      if !isSeparated { spans.append(space: separator, before: style) }
      spans.append(LayerTextSpan(word.string, style))
    }
    return now < 0 ? spans : spans.popped(after: time - words[now].time)
  }
}

extension LayerTextReveal {
  /// The pieces, of which those that have not appeared are hidden.
  fileprivate func visible(_ spans: [LayerTextSpan], at time: MediaTime) -> [LayerTextSpan] {
    var left = max(0, Int(min(1e9, (time.seconds * rate).rounded(.down))))
    var result: [LayerTextSpan] = [], isInWord = false, isOver = false
    /// Whether a character starts something for which there is no time left.
    func exceeds(_ character: Character) -> Bool {
      let isSpace = character.isWhitespace
      let isNext = unit == .character || !isSpace && !isInWord
      isInWord = !isSpace
      if isNext { left -= 1 }
      return left < 0
    }
    for span in spans {
      let end =
        isOver
        ? span.string.startIndex : span.string.firstIndex(where: exceeds) ?? span.string.endIndex
      let begun = span.string[..<end]
      // A box behind the letters ends with them, not with the space before the next ones.
      let last = begun.lastIndex { !$0.isWhitespace }.map(begun.index(after:)) ?? begun.startIndex
      let cut = end == span.string.endIndex ? end : last
      let (shown, rest) = (span.string[..<cut], span.string[cut...])
      if !shown.isEmpty { result.append(LayerTextSpan(String(shown), span.style)) }
      if rest.isEmpty { continue }
      isOver = true
      var hidden = span.style
      hidden.isHidden = true
      result.append(LayerTextSpan(String(rest), hidden))
    }
    return result
  }
}
