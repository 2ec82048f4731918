public import CutawayTime

extension Track {
  /// What a subtitle track shows, in the time of the composition and in its order.
  ///
  /// A segment shows the cues of its source range, cut at its ends, and stretched with it where its
  /// speed is changed. A cue across a cut between segments that only go on in their source is one.
  ///
  /// - Parameter cues: The cues of a segment's source, in its own time and in order of it.
  /// - Returns: The cues, of which some may overlap as they do in their source.
  public func cues(_ cues: (Segment.Media) -> [TextCue]) -> [TextCue] {
    var result: [TextCue] = [], previous: (segment: Segment, places: [TextCue: Int])?
    for segment in segments {
      guard let media = segment.media, let mapping = segment.mapping else { continue }
      var places: [TextCue: Int] = [:]
      for cue in cues(media) {
        if cue.range.start >= media.source.end { break }
        guard let shown = cue.range.intersection(media.source) else { continue }
        if let previous, segment.goesOn(from: previous.segment),
          cue.range.start < media.source.start,
          let place = previous.places[cue]
        {
          result[place].range = TimeRange(
            start: result[place].range.start, end: mapping.targetTime(of: shown.end))
          places[cue] = place
        } else {
          places[cue] = result.count
          result.append(
            TextCue(
              TimeRange(
                start: mapping.targetTime(of: shown.start), end: mapping.targetTime(of: shown.end)),
              cue.text))
        }
      }
      previous = (segment, places)
    }
    return result.enumerated()
      .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      .map(\.element)
  }
}

extension Segment {
  /// Whether it shows what follows in the source of another segment, right after that.
  fileprivate func goesOn(from other: Segment) -> Bool {
    guard let media, let before = other.media else { return false }
    return media.asset == before.asset && media.trackIndex == before.trackIndex
      && media.source.start == before.source.end && target.start == other.target.end
  }
}

extension TimeMapping {
  /// When a time of the source is shown.
  fileprivate func targetTime(of time: MediaTime) -> MediaTime {
    target.start + (time - source.start) * target.duration / source.duration
  }
}

extension [TextCue] {
  /// What of the cues lies in a range, whose start becomes 0.
  public func clipped(to range: TimeRange) -> [TextCue] {
    compactMap { cue in
      cue.range.intersection(range).map { TextCue($0.moved(by: -range.start), cue.text) }
    }
  }
}
