package import CutawayTime

extension Track {
  /// The cues that a subtitle track shows, in the time of the composition and in order of time.
  ///
  /// A segment shows the cues of its source range, cut at its ends, and stretched if its speed is
  /// changed. A cue across a cut stays one cue if the next segment continues in the same source.
  ///
  /// - Parameter cues: Returns the cues of a segment's source, in the time of that source and in
  ///   order of time.
  /// - Returns: The cues. Some may overlap as they do in their source.
  public func cues(_ cues: (Segment.Media) -> [TextCue]) -> [TextCue] {
    var result: [TextCue] = [], previous: (segment: Segment, places: [TextCue: Int])?
    for segment in segments {
      guard let media = segment.media, let mapping = segment.mapping else { continue }
      var places: [TextCue: Int] = [:]
      for cue in cues(media) {
        if cue.range.start >= media.source.end { break }
        guard let shown = cue.range.intersection(media.source) else { continue }
        if let previous, previous.segment.meets(segment),
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

extension [TextCue] {
  /// The parts of the cues that lie in a range.
  ///
  /// The start of the range becomes time 0.
  package func clipped(to range: TimeRange) -> [TextCue] {
    compactMap { cue in
      cue.range.intersection(range).map { TextCue($0.moved(by: -range.start), cue.text) }
    }
  }
}
