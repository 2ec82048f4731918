import Composition
import MediaTime

extension Reader {
  static let segmentKeys = ["asset", "source", "at", "duration", "track", "pitch"]

  /// What is read of a segment.
  struct ReadSegment {
    /// The segment, its start yet to be set; `nil` if a part of it could not be read.
    var segment: Segment?
    /// Where it is to start, if the file says so.
    var at: MediaTime?
    var atPosition: SourcePosition?
    /// A stand-in for a segment that could not be read, but whose asset could.
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
    let asset = fields["asset"].flatMap { text($0, as: "the name of an asset") }
    let source = fields["source"].map { self.range($0) }
    let duration = fields["duration"].map { self.duration($0) }
    let at = fields["at"].flatMap { time($0) }
    let index = fields["track"].flatMap { integer($0, as: "an index", in: 0...1_000) } ?? 0
    let pitch = fields["pitch"].flatMap { self.pitch($0) } ?? .preserved
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
    let media = Segment.Media(asset: asset, trackIndex: index, source: range, pitch: pitch)
    return ReadSegment(
      segment: Segment(target: TimeRange(start: .zero, duration: length), media: media), at: at,
      atPosition: fields["at"]?.position)
  }

  private mutating func pitch(_ value: SourceValue) -> Segment.Pitch? {
    let names = Segment.Pitch.allCases.map(\.rawValue)
    return word(value, of: names, as: "pitch").flatMap(Segment.Pitch.init)
  }
}
