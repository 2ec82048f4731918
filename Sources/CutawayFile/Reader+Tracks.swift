import CutawayModel
import CutawayTime

extension Reader {
  static let trackKeys = [
    "id", "type", "segments", "effects", "language", "volume", "declick",
  ]

  mutating func tracks(_ value: SourceValue) -> [Track] {
    positions[["tracks"]] = value.position
    var tracks: [Track] = []
    for element in list(value, of: "tracks") {
      if let track = self.track(element, path: ["tracks", "\(tracks.count)"]) {
        tracks.append(track)
      }
    }
    return tracks
  }

  private mutating func track(_ value: SourceValue, path: [String]) -> Track? {
    guard
      let fields = fields(
        of: value, as: "a track", keys: Self.trackKeys,
        required: ["id", "type"])
    else { return nil }
    positions[path] = value.position
    for (key, value) in fields.values { positions[path + [key]] = value.position }
    let id = fields["id"].flatMap { trackName($0) }
    if id == nil { placeholders.insert(path + ["id"]) }
    let type = fields["type"].flatMap { mediaType($0) }
    if type == nil { placeholders.insert(path + ["type"]) }
    let segments = fields["segments"].map { self.segments($0, path: path + ["segments"]) } ?? []
    let effects = self.effects(fields["effects"], path: path + ["effects"])
    let language = fields["language"].flatMap { self.language($0) }
    let volume = fields["volume"].flatMap { gain($0) } ?? 1
    if let value = fields["volume"], let type, type != .audio {
      report(.meaning, at: value.position, "only an audio track has a volume")
    }
    let declick = fields["declick"].flatMap { time($0) } ?? .zero
    do throws(CompositionError) {
      return try Track(
        id: id ?? "", mediaType: type ?? .video, segments: segments, effects: effects,
        language: language, preferredVolume: volume, declick: declick)
    } catch {
      report(.meaning, at: value.position, error.message)
      return nil
    }
  }

  private mutating func language(_ value: SourceValue) -> String? {
    guard let tag = text(value, as: "a language") else { return nil }
    // The part of RFC 5646 that media files use.
    if tag.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil { return tag }
    report(
      .shape, at: value.position,
      "'\(tag.shortened)' is not a language: expected a tag such as de or pt-BR")
    return nil
  }

  private mutating func mediaType(_ value: SourceValue) -> Track.MediaType? {
    let names = Track.MediaType.allCases.map(\.rawValue)
    return word(value, of: names, as: "type of track").flatMap(Track.MediaType.init)
  }

  /// Reads segments in sequence, and fills the gaps between them with empty ones.
  private mutating func segments(_ value: SourceValue, path: [String]) -> [Segment] {
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
    _ segment: Segment, from value: SourceValue, on line: inout SegmentLine, path: [String]
  ) {
    let path = path + ["\(line.segments.count)"]
    let segment = Segment(
      target: TimeRange(start: line.end, duration: segment.target.duration), media: segment.media)
    guard exact(segment.target, at: value.position) != nil else { return }
    line.append(segment)
    positions[path] = value.position
    for entry in value.map ?? [] { positions[path + [entry.key]] = entry.value.position }
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
