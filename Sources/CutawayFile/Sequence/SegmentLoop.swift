import CutawayModel
import CutawayTime

/// The repetition of a segment: a shorthand for several segments.
enum SegmentLoop: Equatable {
  /// Plays the whole segment a number of times.
  case times(Int)
  /// Repeats the source at its own speed until the duration of the segment is filled.
  ///
  /// The last pass may be cut.
  case filling

  static let limit = 10_000
}

extension Segment {
  /// How many times the segment starts; `nil` for more than ``SegmentLoop/limit`` times.
  func passes(_ loop: SegmentLoop) -> Int? {
    switch loop {
    case .times(let count): return count
    case .filling:
      guard let source = media?.source else { return 1 }
      // Floating-point numbers, because the quotient of two times may not fit.
      let count = target.duration.seconds / source.duration.seconds
      return count <= Double(SegmentLoop.limit)
        ? Int(clamping: target.duration.ceiled(in: source.duration)) : nil
    }
  }

  /// The segments that result from repeating this one, each with its own duration.
  ///
  /// The first has the fade-in, and the last has the fade-out.
  func repeated(_ loop: SegmentLoop?) -> [Segment] {
    guard let loop, let media, let count = passes(loop) else { return [self] }
    let pass =
      if case .filling = loop { media.source.duration } else { target.duration }
    return (0..<count).map { index in
      let isLast = index == count - 1
      var segment = Segment(target: TimeRange(start: .zero, duration: pass), media: media)
      if isLast, case .filling = loop {
        let rest = target.duration - pass * index
        segment.target.duration = rest
        segment.media?.source =
          media.isReversed
          ? TimeRange(start: media.source.end - rest, duration: rest)
          : TimeRange(start: media.source.start, duration: rest)
      }
      if index > 0 { segment.media?.fadeIn = nil }
      if !isLast { segment.media?.fadeOut = nil }
      return segment
    }
  }
}
