import CutawayTime

/// Segments that overlap in transitions, on two tracks without overlaps.
struct TransitionLanes {
  /// The segments of both tracks, with empty ones between them.
  private(set) var lanes: [[Segment]] = [[], []]
  /// The transitions in order of time.
  private(set) var spans: [Span] = []
  /// The index in its lane of each segment that plays something, and the lane.
  private(set) var places: [(segment: Int, lane: Int, index: Int)] = []

  /// A transition, and when it takes place.
  struct Span {
    var range: TimeRange
    var transition: Transition
    /// The lane of the first segment, 0 or 1.
    var outgoing: Int
    /// The index of the incoming segment.
    var segment: Int
  }

  /// Distributes segments without faults; see ``faults(of:_:isAudio:)``.
  init(_ segments: [Segment], _ transitions: [Int: Transition], isAudio: Bool) {
    var lane = 0
    for (index, segment) in segments.enumerated() where !segment.isEmpty {
      var segment = segment
      if let transition = transitions[index] {
        let range = TimeRange(start: segment.target.start, end: segments[index - 1].target.end)
        spans.append(Span(range: range, transition: transition, outgoing: lane, segment: index))
        lane = 1 - lane
        if isAudio { segment.media?.fadeIn = Segment.Fade(range.duration, easing: .sine) }
      }
      if isAudio, let next = transitions[index + 1] {
        segment.media?.fadeOut = Segment.Fade(next.duration, easing: .sine)
      }
      let end = lanes[lane].last?.target.end ?? .zero
      if end < segment.target.start {
        lanes[lane].append(Segment(target: TimeRange(start: end, end: segment.target.start)))
      }
      places.append((index, lane, lanes[lane].count))
      lanes[lane].append(segment)
    }
    // A gap at the end counts.
    let played = lanes[lane].last?.target.end ?? .zero
    if let end = segments.last?.target.end, played < end {
      lanes[lane].append(Segment(target: TimeRange(start: played, end: end)))
    }
  }

  /// The lane that plays something in a range without a transition; the first if none does.
  func lane(during range: TimeRange) -> Int {
    lanes[1].contains { !$0.isEmpty && $0.target.overlaps(range) } ? 1 : 0
  }

  /// A fault, and the index of the segment after the transition.
  typealias Fault = (segment: Int, error: CompositionError)

  /// Why segments cannot overlap by transitions; empty if they can.
  static func faults(
    of segments: [Segment], _ transitions: [Int: Transition], isAudio: Bool
  ) -> [Fault] {
    var faults: [Fault] = []
    for (index, transition) in transitions.sorted(by: { $0.key < $1.key }) {
      func add(_ code: CompositionError.Code, _ message: String) {
        faults.append((index, CompositionError(code, message)))
      }
      let length = transition.duration
      guard segments.indices.contains(index), index > 0, let media = segments[index].media,
        let before = segments[index - 1].media
      else {
        add(.invalidValue, "a transition needs a segment directly before it")
        continue
      }
      let lengths = [segments[index - 1], segments[index]].map(\.target.duration)
      if length <= .zero {
        add(.emptyRange, "a transition lasts longer than 0 s, not \(length.text) s")
      } else if let short = lengths.firstIndex(where: { $0 <= length }) {
        let name = short == 0 ? before.asset : media.asset
        add(
          .outOfRange,
          "the transition of \(length.text) s is not shorter than the segment of '\(name)' "
            + "\(short == 0 ? "before" : "after") it, which lasts \(lengths[short].text) s")
      } else if segments[index].target.start != segments[index - 1].target.end - length {
        add(
          .overlap,
          "with a transition of \(length.text) s, the segment of '\(media.asset)' starts at "
            + "\((segments[index - 1].target.end - length).text) s, not at "
            + "\(segments[index].target.start.text) s")
      } else if transitions[index - 1] != nil,
        segments[index].target.start < segments[index - 2].target.end
      {
        add(
          .overlap,
          "the transition begins before the one at the start of '\(before.asset)' ends: both "
            + "together last longer than that segment, \(lengths[0].text) s")
      } else if isAudio, before.fadeOut != nil || media.fadeIn != nil {
        add(.overlap, "the transition fades the sound: its segments cannot have fades there, too")
      } else if isAudio, transition.kind != .dissolve || !transition.properties.isEmpty {
        add(.invalidValue, "sound can only cross-fade: its transition has only a duration")
      }
    }
    return faults
  }
}
