import CutawayModel
import CutawayTime

extension Reader {
  /// Reads segments in sequence, and fills the gaps between them with empty ones.
  mutating func segments(_ value: SourceValue, path: ModelPath?) -> [Segment] {
    var line = SegmentLine()
    for element in list(value, of: "segments") {
      let read = segment(element)
      guard let segment = read.segment else {
        line.hasGap = true
        // Reports an error if the asset does not exist.
        if let media = read.media { place(media, from: element, on: &line, path: path) }
        continue
      }
      let count = read.pieces?.count ?? read.loop.flatMap(segment.passes) ?? 1
      guard hasRoom(for: count, at: element.position) else {
        line.hasGap = true
        continue
      }
      if let at = read.at, at < line.end, !line.hasGap, read.transition == nil {
        report(
          .meaning, at: read.atPosition ?? element.position,
          "the segment\(name(segment)) at \(at.text) s overlaps the one before it"
            + "\(line.segments.last.map(name) ?? ""), "
            + "\((line.segments.last?.target ?? segment.target).text) s"
        )
        continue
      }
      if let at = read.at, at > line.end {
        line.append(Segment(target: TimeRange(start: line.end, end: at)))
      }
      if read.at != nil { line.hasGap = false }
      for (index, piece) in (read.pieces ?? segment.repeated(read.loop)).enumerated() {
        if index == 0, let transition = read.transition {
          line.overlap(transition, at: read.at)
        }
        if index == 0, let path, let offset = read.soundOffset {
          soundOffsets[path, default: [:]][line.segments.count] = offset
        }
        place(piece, from: element, on: &line, path: path)
      }
    }
    if let path, !line.transitions.isEmpty, !line.hasGap {
      overlaps[path] = Overlap(segments: line.overlapping, transitions: line.transitions)
    }
    return line.segments
  }

  /// Whether the file may have `count` more segments.
  ///
  /// Reports the first segments that exceed the limit.
  mutating func hasRoom(for count: Int, at position: SourcePosition) -> Bool {
    let isFirst = segmentCount <= limits.segments
    segmentCount += count
    if segmentCount <= limits.segments { return true }
    if isFirst {
      report(
        .meaning, at: position,
        "the file has more than \(limits.segments) segments, repeats included")
    }
    return false
  }

  private func name(_ segment: Segment) -> String {
    segment.media.map { " of \($0.asset.rawValue.quoted)" } ?? " (empty)"
  }

  /// Appends a segment, and records the positions of the segment and its values.
  private mutating func place(
    _ segment: Segment, from value: SourceValue, on line: inout SegmentLine, path: ModelPath?
  ) {
    let path = path?[line.segments.count]
    let segment = Segment(
      target: TimeRange(start: line.start, duration: segment.target.duration), media: segment.media)
    guard exact(segment.target, at: value.position) != nil else { return }
    line.append(segment)
    guard let path else { return }
    positions[path] = value.position
    for entry in value.map ?? [] { positions[path[entry.key]] = entry.value.position }
  }
}

/// The segments of a track that have been read so far.
private struct SegmentLine {
  /// The segments without overlaps: the part of one in a transition is left out.
  private(set) var segments: [Segment] = []
  /// The whole segments.
  private(set) var overlapping: [Segment] = []
  /// The transitions by the index of the segment after them.
  private(set) var transitions: [Int: Transition] = [:]
  /// The start of the next segment.
  private(set) var start = MediaTime.zero
  /// Whether a segment is missing because it could not be read, so that the end is unknown.
  var hasGap = false

  var end: MediaTime { segments.last?.target.end ?? .zero }

  /// Lets the next segment start before the end.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - at: The start that the file states; `nil` is that of the transition.
  mutating func overlap(_ transition: Transition, at: MediaTime?) {
    transitions[segments.count] = transition
    start = min(end, at ?? end - transition.duration)
  }

  mutating func append(_ segment: Segment) {
    overlapping.append(segment)
    let rest = TimeRange(start: end, end: max(end, segment.target.end))
    // If nothing is left, the transition is too long, which is reported later.
    segments.append(
      rest.isEmpty
        ? Segment(
          target: TimeRange(start: end, duration: segment.target.duration), media: segment.media)
        : segment.clipped(to: rest) ?? segment)
    start = end
  }
}
