package import CutawayTime

extension Composition {
  /// Why segments cannot overlap by transitions; empty if they can.
  package func overlapFaults(
    of segments: [Segment], _ transitions: [Int: Transition], as type: Track.MediaType
  ) -> [(segment: Int, error: CompositionError)] {
    TransitionLanes.faults(of: segments, transitions, isAudio: type == .audio)
  }

  /// Puts segments on two tracks where they overlap, and returns where everything was before.
  ///
  /// The former paths of segments are those in `segments`.
  ///
  /// - Throws: See ``setSegments(_:transitions:of:)``.
  package mutating func overlap(
    _ segments: [Segment], _ transitions: [Int: Transition], of id: Track.ID
  ) throws(CompositionError) -> EditOrigins {
    guard let index = tracks.firstIndex(where: { $0.id == id }) else {
      throw CompositionError(.danglingReference, "there is no track called '\(id)'")
    }
    let isAudio = tracks[index].mediaType == .audio
    if let fault = TransitionLanes.faults(of: segments, transitions, isAudio: isAudio).first {
      throw fault.error
    }
    var edited = self, origins = EditOrigins()
    if transitions.isEmpty {
      try edited.tracks[index].setSegments(segments)
      self = edited
      return origins
    }
    if tracks[index].mediaType == .subtitle {
      throw CompositionError(
        .invalidValue, "'\(id)' is a subtitle track, which cannot have transitions")
    }
    let lanes = TransitionLanes(segments, transitions, isAudio: isAudio)
    var second = tracks[index]
    second.id = unusedName(after: id)
    try edited.tracks[index].setSegments(lanes.lanes[0])
    try second.setSegments(lanes.lanes[1])
    for later in tracks.indices.dropFirst(index + 1) {
      origins.add(["tracks", "\(later + 1)"], from: ["tracks", "\(later)"])
    }
    edited.tracks.insert(second, at: index + 1)
    for lane in 0...1 { origins.add(["tracks", "\(index + lane)"], from: ["tracks", "\(index)"]) }
    for place in lanes.places {
      origins.add(
        ["tracks", "\(index + place.lane)", "segments", "\(place.index)"],
        from: ["tracks", "\(index)", "segments", "\(place.segment)"])
    }
    if isAudio {
      if let mix = audioMix.firstIndex(where: { $0.track == id }) {
        var copy = audioMix[mix]
        copy.track = second.id
        for place in [mix, audioMix.count] {
          origins.add(["audioMix", "\(place)"], from: ["audioMix", "\(mix)"])
        }
        edited.audioMix.append(copy)
      }
      // What the track lowers, both tracks lower.
      for mix in edited.audioMix.indices
      where edited.audioMix[mix].ducking?.triggers.contains(id) == true {
        edited.audioMix[mix].ducking?.triggers.append(second.id)
      }
    } else {
      let names = [id, second.id]
      let spans = lanes.spans.map { span in
        InstructionSpan(
          range: span.range, transition: span.transition, outgoing: names[span.outgoing],
          incoming: names[1 - span.outgoing],
          origin: ["tracks", "\(index)", "segments", "\(span.segment)", "transition"])
      }
      try edited.divideInstructions(by: spans, replacing: (id, names, lanes), &origins)
    }
    self = edited
    return origins
  }

  /// A name for a second track: `NAME-2`, or with the next free number.
  private func unusedName(after id: Track.ID) -> Track.ID {
    var number = 2
    while track("\(id)-\(number)") != nil { number += 1 }
    return "\(id)-\(number)"
  }

  /// Combines two tracks during a range.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - range: The time of the transition.
  ///   - outgoing: The track of the outgoing picture.
  ///   - incoming: The track of the incoming picture.
  ///   - origin: The path of the transition for messages about its instructions.
  /// - Returns: Where everything was before.
  /// - Throws: See ``addTransition(_:over:from:to:)``.
  package mutating func join(
    _ transition: Transition, over range: TimeRange, from outgoing: Track.ID,
    to incoming: Track.ID, origin: [String] = []
  ) throws(CompositionError) -> EditOrigins {
    let both = try [outgoing, incoming].map { id throws(CompositionError) in
      guard let track = track(id) else {
        throw CompositionError(.danglingReference, "there is no track called '\(id)'")
      }
      return track
    }
    if range.isEmpty || range.start < .zero {
      throw CompositionError(.emptyRange, "a transition needs a range, not \(range.text) s")
    }
    if outgoing == incoming || both[0].mediaType != both[1].mediaType {
      throw CompositionError(
        .invalidValue,
        "a transition needs two tracks of one type, not '\(outgoing)' and '\(incoming)'")
    }
    for track in both {
      let gaps = track.segments(overlapping: range).filter { !$0.isEmpty }.reduce([range]) {
        rest, segment in
        rest.flatMap { $0.parts(outside: segment.target) }
      }
      if let gap = gaps.first {
        throw CompositionError(
          .outOfRange,
          "the track '\(track.id)' plays nothing at \(gap.start.text) s, during the transition")
      }
    }
    var edited = self, origins = EditOrigins()
    if both[0].mediaType == .audio {
      try edited.crossfade(transition, over: range, outgoing, incoming)
    } else {
      let span = InstructionSpan(
        range: range, transition: transition, outgoing: outgoing, incoming: incoming,
        origin: origin)
      try edited.divideInstructions(by: [span], replacing: nil, &origins)
    }
    self = edited
    return origins
  }

  private mutating func crossfade(
    _ transition: Transition, over range: TimeRange, _ outgoing: Track.ID, _ incoming: Track.ID
  ) throws(CompositionError) {
    if transition.kind != .dissolve || !transition.properties.isEmpty {
      throw CompositionError(
        .invalidValue, "sound can only cross-fade: its transition has only a range")
    }
    let fade = Segment.Fade(range.duration, easing: .sine)
    for index in tracks.indices where [outgoing, incoming].contains(tracks[index].id) {
      let isOutgoing = tracks[index].id == outgoing
      var segments = tracks[index].segments
      let found = segments.firstIndex {
        !$0.isEmpty
          && (isOutgoing ? $0.target.end == range.end : $0.target.start == range.start)
      }
      guard let found,
        (isOutgoing ? segments[found].media?.fadeOut : segments[found].media?.fadeIn) == nil
      else {
        throw CompositionError(
          .invalidValue,
          "'\(tracks[index].id)' needs a segment without a fade that "
            + (isOutgoing
              ? "ends with the transition, at \(range.end.text) s"
              : "starts with the transition, at \(range.start.text) s"))
      }
      if isOutgoing {
        segments[found].media?.fadeOut = fade
      } else {
        segments[found].media?.fadeIn = fade
      }
      try tracks[index].setSegments(segments)
    }
  }
}

extension TimeRange {
  /// The parts of the range outside another one.
  fileprivate func parts(outside other: TimeRange) -> [TimeRange] {
    guard let shared = intersection(other) else { return [self] }
    return [TimeRange(start: start, end: shared.start), TimeRange(start: shared.end, end: end)]
      .filter { !$0.isEmpty }
  }
}
