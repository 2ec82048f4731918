import CutawayModel
import CutawayTime

extension Constructs {
  /// The values of a segment's keys.
  struct SegmentValues {
    var media = Segment.Media(asset: "", source: TimeRange(start: .zero, duration: MediaTime(1)))
    var source: ClipRange?
    var at: MediaTime?
    var duration: MediaTime?
    var freeze: MediaTime?
    var speed: AnimatedValue<Double>?
    var soundOffset: MediaTime?
    var loop: SegmentLoop?
    var transition: TransitionValues?
  }

  static let segment = Construct<SegmentValues>(
    "segment", as: "a segment", blank: SegmentValues(), alternatives: ["empty"],
    relations: [
      "dependentSchemas": [
        "loop": [
          "anyOf": [["properties": ["loop": ["type": "integer"]]], ["required": ["duration"]]]
        ],
        "freeze": [
          "required": ["duration"],
          "not": [
            "anyOf": [
              ["required": ["source"]], ["required": ["loop"]], ["required": ["reverse"]],
            ]
          ],
        ],
        "speed": SpeedCurve.relations,
      ]
    ],
    fields: [
      Field("asset", \.media.asset, .asset, .required, "The asset to play."),
      Field(
        "source", \.source, .clipRange, .implied(as: "`[0, duration]`, or the whole clip"),
        "The source range, in the time of the asset."),
      Field(
        "at", \.at, .time, .implied(as: "the end of the segment before it"),
        "The start in the track. A gap before it becomes an empty segment."),
      Field(
        "duration", \.duration, .duration, .implied(as: "that of `source`"),
        "The duration in the track. If it differs from that of `source`, the speed changes."),
      .speed(\.speed),
      Field(
        "freeze", \.freeze, .time, .implied(as: "none"),
        "The time of the asset whose frame is shown for the whole `duration`, instead of `source`."),
      Field(
        "reverse", \.media.isReversed, .bool, .implied,
        "Whether the source range plays from its end to its start."),
      Field(
        "track", \.media.trackIndex, .integer("an index", in: 0...1_000), .stated,
        "The index among the asset's tracks of this type."),
      Field(
        "pitch", \.media.pitch, .word(as: "pitch"), .stated,
        "How a change of speed affects the pitch of sound."),
      Field(
        "volume", \.media.volume, .gain, .implied, "The gain of the sound of the segment."),
      Field(
        "fadeIn", \.media.fadeIn, .fade, .implied(as: "none"),
        "The fade of the sound from the start of the segment."),
      Field(
        "fadeOut", \.media.fadeOut, .fade, .implied(as: "none"),
        "The fade of the sound to the end of the segment."),
      Field(
        "loop", \.loop, .loop, .implied(as: "plays once"),
        "How often to play the source range. `true` repeats it until `duration` is filled."),
      Field(
        "transition", \.transition, .transition, .implied(as: "none"),
        "The transition from the segment before, during which both play."),
      Field(
        "soundOffset", \.soundOffset, .offset, .implied(as: "`0`"),
        "With `type: av`: how much later than the picture the sound is cut; negative for earlier."),
      .repetition,
    ])

  static let emptySegment = Construct<MediaTime>(
    "empty", as: "an empty segment", blank: MediaTime(1),
    fields: [Field("empty", \.self, .duration, .required, "The duration of a gap.")])

  static let fade = Construct<Segment.Fade>(
    "fade", as: "a fade", blank: Segment.Fade(.zero),
    fields: [
      Field("duration", \.duration, .duration, .required, "The duration in the track."),
      Field("easing", \.easing, .easing, .stated, "The rate of the change."),
    ])
}

extension ValueForm<Segment.Fade> {
  /// A duration, or a map with an easing.
  static var fade: Self {
    let time = ValueForm<MediaTime>.duration
    let map = map(Constructs.fade)
    return ValueForm(
      "time, or \(map.type)", schema: .any(time.schema(), map.schema()),
      write: { $0.easing == .linear ? time.write($0.duration) : map.write($0) }
    ) { reader, value, path in
      if value.map != nil { return map.read(&reader, value, path) }
      return time.read(&reader, value, path).map { Segment.Fade($0) }
    }
    .defined(as: "fade", "A fade of sound: a duration, or a duration with an easing.")
  }
}

extension ValueForm<SegmentLoop> {
  /// A number of repetitions, or `true` to fill the duration.
  fileprivate static var loop: Self {
    let counts = 2...SegmentLoop.limit
    return ValueForm(
      "integer from \(counts.lowerBound) to \(counts.upperBound), or `true`",
      schema: .any(["const": true], .integer(in: counts)),
      write: { loop in
        switch loop {
        case .filling: .bool(true)
        case .times(let count): .number(count)
        }
      }
    ) { reader, value, _ in
      if case .bool(true)? = value.scalar?.kind { return .filling }
      guard let count = value.scalar?.double.flatMap({ Int(exactly: $0) }), counts.contains(count)
      else {
        return reader.expected(
          "true, or a number of times to play it, from 2 to \(SegmentLoop.limit)", in: value)
      }
      return .times(count)
    }
  }
}

extension ValueForm<[Segment]> {
  /// The segments of a track, without its gaps and repetitions.
  static var segments: Self {
    let segment = ValueForm<Constructs.SegmentValues>.map(Constructs.segment)
    let empty = ValueForm<MediaTime>.map(Constructs.emptySegment)
    let either = JSON.reference("segment", .any(empty.schema(), segment.schema()))
    return ValueForm(
      "list of [segments](#segment)", schema: ["type": "array", "items": either],
      write: { segments in
        .list(
          segments.map {
            Constructs.SegmentValues($0).map(segment.write) ?? empty.write($0.target.duration)
          })
      }
    ) { reader, value, path in reader.segments(value, path: path) }
  }
}

extension Constructs.SegmentValues {
  /// All values of a segment, unless it is empty.
  init?(_ segment: Segment) {
    guard let media = segment.media else { return nil }
    self.init(
      media: media, source: media.isFrozen ? nil : ClipRange(media.source),
      at: segment.target.start, duration: segment.target.duration,
      freeze: media.isFrozen ? media.source.start : nil)
  }
}

extension Reader {
  /// The result of reading one segment.
  struct ReadSegment {
    /// The segment, with a start that is yet to be set; `nil` if a part of it could not be read.
    var segment: Segment?
    /// The start, if the file states it.
    var at: MediaTime?
    var atPosition: SourcePosition?
    var loop: SegmentLoop?
    /// What plays instead of a segment whose speed changes.
    var pieces: [Segment]?
    var transition: Transition?
    var soundOffset: MediaTime?
    /// A placeholder for a segment that could not be read, but whose asset could.
    var media: Segment?
  }

  mutating func segment(_ value: SourceValue) -> ReadSegment {
    if value.map?.contains(where: { $0.key == "empty" }) == true {
      var duration = Constructs.emptySegment.blank
      guard let fields = fields(of: value, as: Constructs.emptySegment), !fields.hasUnknownKeys,
        read(fields, into: &duration, path: nil).isEmpty
      else { return ReadSegment() }
      return ReadSegment(segment: Segment(target: TimeRange(start: .zero, duration: duration)))
    }
    let before = diagnostics.count
    guard let fields = fields(of: value, as: Constructs.segment) else { return ReadSegment() }
    checkRelations(of: fields)
    var values = Constructs.SegmentValues()
    let unread = read(fields, into: &values, path: nil)
    if unread.contains("asset") { return ReadSegment() }
    guard diagnostics.count == before, unread.isEmpty,
      let source = sourceRange(of: values, in: fields)
    else {
      let second = Constructs.segment.blank.media.source
      let media = Segment.Media(asset: values.media.asset, source: second)
      return ReadSegment(media: Segment(target: second, media: media))
    }
    values.media.source = source
    let length = values.duration ?? source.duration
    var segment = Segment(
      target: TimeRange(start: .zero, duration: length), media: values.media)
    var pieces: [Segment]?
    if let speed = values.speed, let place = fields["speed"]?.position {
      guard let divided = divided(segment, by: speed, at: place) else { return ReadSegment() }
      if let only = divided.first, divided.count == 1 { segment = only } else { pieces = divided }
      if pieces != nil, let loop = fields["loop"] {
        report(.meaning, at: loop.position, "'loop' needs one speed")
        return ReadSegment()
      }
    }
    if let loop = values.loop, let position = fields["loop"]?.position,
      segment.passes(loop) == nil
    {
      report(.meaning, at: position, "it would repeat more than \(SegmentLoop.limit) times")
      return ReadSegment()
    }
    return ReadSegment(
      segment: segment, at: values.at, atPosition: fields["at"]?.position, loop: values.loop,
      pieces: pieces, transition: values.transition?.transition, soundOffset: values.soundOffset)
  }

  private mutating func checkRelations(of fields: Fields<Constructs.SegmentValues>) {
    if let loop = fields["loop"], loop.scalar?.kind == .bool(true), fields["duration"] == nil {
      report(.shape, at: loop.position, "'loop: true' needs 'duration', which it fills")
    }
    checkSpeed(of: fields)
    if let freeze = fields["freeze"] {
      if fields["duration"] == nil {
        report(
          .shape, at: freeze.position, "'freeze' needs 'duration', for which it shows the frame")
      }
      for key in ["source", "loop", "reverse"] where fields[key] != nil {
        report(.shape, at: freeze.position, "'freeze' shows one frame, and excludes '\(key)'")
      }
    }
    if let offset = fields["soundOffset"], !isAV {
      report(.meaning, at: offset.position, "'soundOffset' needs a track of 'type: av'")
    }
  }

  /// The source range of a segment, whose end may be that of its media.
  ///
  /// The result is `nil` if it is not known, or if the function has reported an error.
  private mutating func sourceRange(
    of values: Constructs.SegmentValues, in fields: Fields<Constructs.SegmentValues>
  ) -> TimeRange? {
    if let time = values.freeze {
      return Segment.Media(asset: "", frozenAt: time).source
    }
    if values.source == nil, values.loop == nil, let duration = values.duration {
      return TimeRange(start: .zero, duration: duration)
    }
    let range = values.source ?? .whole
    if let end = range.end { return TimeRange(start: range.start, end: end) }
    let place = fields["source"]?.position ?? fields.position
    guard let media = description(of: values.media.asset, at: place) else { return nil }
    do throws(CompositionError) {
      return exact(
        try range.resolved(
          in: media, called: values.media.asset, of: values.media.trackIndex, trackType), at: place)
    } catch {
      report(.meaning, at: place, error.message)
      return nil
    }
  }
}
