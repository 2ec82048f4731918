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
      guard hasRoom(for: read.loop.flatMap(segment.passes) ?? 1, at: element.position) else {
        line.hasGap = true
        continue
      }
      if let at = read.at, at < line.end, !line.hasGap {
        report(
          .meaning, at: read.atPosition ?? element.position,
          "the segment\(name(segment)) at \(at) overlaps the one before it"
            + "\(line.segments.last.map(name) ?? ""), \(line.segments.last?.target ?? segment.target)"
        )
        continue
      }
      if let at = read.at, at > line.end {
        line.append(Segment(target: TimeRange(start: line.end, end: at)))
      }
      if read.at != nil { line.hasGap = false }
      for pass in segment.repeated(read.loop) {
        place(pass, from: element, on: &line, path: path)
      }
    }
    line.dropTrailingHole()
    return line.segments
  }

  /// Whether the file may have `count` more segments.
  ///
  /// Reports the first segments that exceed the limit.
  private mutating func hasRoom(for count: Int, at position: SourcePosition) -> Bool {
    let isFirst = segmentCount <= SourceLimits.segments
    segmentCount += count
    if segmentCount <= SourceLimits.segments { return true }
    if isFirst {
      report(
        .meaning, at: position,
        "the file has more than \(SourceLimits.segments) segments, repeats included")
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
      target: TimeRange(start: line.end, duration: segment.target.duration), media: segment.media)
    guard exact(segment.target, at: value.position) != nil else { return }
    line.append(segment)
    guard let path else { return }
    positions[path] = value.position
    for entry in value.map ?? [] { positions[path[entry.key]] = entry.value.position }
  }
}

/// The segments of a track that have been read so far.
private struct SegmentLine {
  private(set) var segments: [Segment] = []
  /// Whether a segment is missing because it could not be read, so that the end is unknown.
  var hasGap = false

  var end: MediaTime { segments.last?.target.end ?? .zero }

  mutating func append(_ segment: Segment) { segments.append(segment) }

  /// A track cannot end with an empty segment.
  mutating func dropTrailingHole() {
    while segments.last?.isEmpty == true { segments.removeLast() }
  }
}
