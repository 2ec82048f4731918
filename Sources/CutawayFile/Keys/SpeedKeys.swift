import CutawayModel
import CutawayTime

extension Field {
  /// The speed of a clip or a segment.
  static func speed(
    _ property: any WritableKeyPath<Whole, AnimatedValue<Double>?> & Sendable
  ) -> Self {
    Field(
      "speed", property,
      .animated(
        "Speed", .number("a speed from 1/32 to 32", in: SpeedCurve.bounds), default: 1),
      .implied(as: "`1`"),
      "How fast the source plays, from which the duration follows. Times count from the start of the segment: see [Speeds](#speeds)."
    )
  }
}

extension SpeedCurve {
  /// What a segment with a speed does not have.
  static let relations: JSON = [
    "not": ["anyOf": [["required": ["duration"]], ["required": ["freeze"]]]]
  ]

  static let excludes = "the duration follows from 'speed', which excludes 'duration'"
}

extension Reader {
  mutating func checkSpeed(of fields: Fields<Constructs.SegmentValues>) {
    guard let speed = fields["speed"] else { return }
    if fields["freeze"] != nil {
      report(.shape, at: speed.position, "'freeze' shows one frame, and excludes 'speed'")
    } else if fields["duration"] != nil {
      report(.shape, at: speed.position, SpeedCurve.excludes)
    }
  }

  /// The segments that play a segment with a speed; their starts are yet to be set.
  ///
  /// The result is `nil` if the function has reported an error.
  mutating func divided(
    _ segment: Segment, by speed: AnimatedValue<Double>, at position: SourcePosition
  ) -> [Segment]? {
    guard let media = segment.media,
      let pieces = pieces(
        of: media.source, isReversed: media.isReversed, by: speed, at: position)
    else { return nil }
    return pieces.enumerated().map { index, piece in
      var media = media
      media.source = piece.source
      if index > 0 { media.fadeIn = nil }
      if index < pieces.count - 1 { media.fadeOut = nil }
      return Segment(target: TimeRange(start: .zero, duration: piece.duration), media: media)
    }
  }

  /// The parts of a source that play at one speed each.
  ///
  /// The result is `nil` if the function has reported an error.
  mutating func pieces(
    of source: TimeRange, isReversed: Bool, by speed: AnimatedValue<Double>,
    at position: SourcePosition
  ) -> [(source: TimeRange, duration: MediaTime)]? {
    let curve = SpeedCurve(speed)
    if let constant = curve.constant {
      let length = TimeRange(start: .zero, duration: source.duration / constant)
      guard exact(length, at: position) != nil else { return nil }
      return [(source, length.duration)]
    }
    switch frameDuration {
    case .invalid: return nil
    case .missing:
      report(
        .meaning, at: position,
        "a speed that changes is divided at output frames, which need 'frameRate' or "
          + "'frameDuration' in 'render'")
      return nil
    case .known(let frame):
      let room = max(0, limits.segments - segmentCount)
      let pieces = curve.pieces(
        of: source, isReversed: isReversed, frame: frame, limit: room)
      // Reports the first segments that exceed the limit.
      if pieces == nil { _ = hasRoom(for: room + 1, at: position) }
      return pieces?.map { ($0.source, $0.duration) }
    }
  }
}
