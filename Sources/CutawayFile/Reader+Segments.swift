import CutawayModel
import CutawayTime

extension Reader {
  static let segmentKeys = [
    "asset", "source", "at", "duration", "track", "pitch", "fadeIn", "fadeOut", "loop",
  ]

  /// The result of reading one segment.
  struct ReadSegment {
    /// The segment, with a start that is yet to be set; `nil` if a part of it could not be read.
    var segment: Segment?
    /// The start, if the file states it.
    var at: MediaTime?
    var atPosition: SourcePosition?
    var loop: SegmentLoop?
    /// A placeholder for a segment that could not be read, but whose asset could.
    var media: Segment?
  }

  mutating func segment(_ value: SourceValue) -> ReadSegment {
    if value.map?.contains(where: { $0.key == "empty" }) == true {
      let fields = fields(of: value, as: "an empty segment", keys: ["empty"])
      guard let fields, fields.values.count == value.map?.count,
        let duration = fields["empty"].flatMap({ self.duration($0) })
      else { return ReadSegment() }
      return ReadSegment(segment: Segment(target: TimeRange(start: .zero, duration: duration)))
    }
    let before = diagnostics.count
    guard
      let fields = fields(
        of: value, as: "a segment", keys: Self.segmentKeys + ["empty"], required: ["asset"])
    else { return ReadSegment() }
    let asset = fields["asset"].flatMap { text($0, as: "the name of an asset") }.map {
      Asset.ID($0)
    }
    let source = fields["source"].map { self.range($0) }
    let duration = fields["duration"].map { self.duration($0) }
    let at = fields["at"].flatMap { time($0) }
    let index = fields["track"].flatMap { integer($0, as: "an index", in: 0...1_000) } ?? 0
    let pitch = fields["pitch"].flatMap { self.pitch($0) } ?? .preserved
    let fadeIn = fields["fadeIn"].flatMap { fade($0) }
    let fadeOut = fields["fadeOut"].flatMap { fade($0) }
    let loop = fields["loop"].flatMap { self.loop($0, of: fields) }
    if source == nil, duration == nil {
      report(.shape, at: value.position, "a segment needs 'source' or, for a still, 'duration'")
    }
    let length = duration ?? source??.duration
    let range = source ?? length.map { TimeRange(start: .zero, duration: $0) }
    guard let asset else { return ReadSegment() }
    guard let length, let range, diagnostics.count == before else {
      let second = TimeRange(start: .zero, duration: MediaTime(1))
      return ReadSegment(
        media: Segment(target: second, media: Segment.Media(asset: asset, source: second)))
    }
    let media = Segment.Media(
      asset: asset, trackIndex: index, source: range, pitch: pitch, fadeIn: fadeIn,
      fadeOut: fadeOut)
    let segment = Segment(target: TimeRange(start: .zero, duration: length), media: media)
    if let loop, let position = fields["loop"]?.position, segment.passes(loop) == nil {
      report(
        .meaning, at: position, "it would repeat more than \(SegmentLoop.limit) times")
      return ReadSegment()
    }
    return ReadSegment(segment: segment, at: at, atPosition: fields["at"]?.position, loop: loop)
  }

  private mutating func pitch(_ value: SourceValue) -> Segment.Pitch? {
    let names = Segment.Pitch.allCases.map(\.rawValue)
    return word(value, of: names, as: "pitch").flatMap(Segment.Pitch.init)
  }

  /// Reads a number of repetitions, or `true` to fill the duration.
  private mutating func loop(_ value: SourceValue, of fields: Fields) -> SegmentLoop? {
    if fields["source"] == nil {
      report(.shape, at: value.position, "'loop' needs 'source', the part that is repeated")
    }
    if case .bool(true)? = value.scalar?.kind {
      if fields["duration"] != nil { return .filling }
      report(.shape, at: value.position, "'loop: true' needs 'duration', which it fills")
      return nil
    }
    guard let count = value.scalar?.double.flatMap({ Int(exactly: $0) }),
      (2...SegmentLoop.limit).contains(count)
    else {
      return expected(
        "true, or a number of times to play it, from 2 to \(SegmentLoop.limit)", in: value)
    }
    return .times(count)
  }
}
