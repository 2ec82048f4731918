import CutawayModel
import CutawayTime

extension Composition {
  /// The tracks of video and sound as a timeline has them: two tracks of transitions are one.
  func timelineTracks() -> [TimelineTrack] {
    let tracks = tracks.filter { $0.mediaType != .subtitle && $0.layer == nil }
    var result: [TimelineTrack] = [], index = 0
    while index < tracks.count {
      if index + 1 < tracks.count, let merged = merged(tracks[index], tracks[index + 1]) {
        result.append(merged)
        index += 2
      } else {
        result.append(TimelineTrack(track: tracks[index], segments: tracks[index].segments))
        index += 1
      }
    }
    return result
  }

  /// Two tracks as one with transitions; `nil` if they are not such.
  private func merged(_ first: Track, _ second: Track) -> TimelineTrack? {
    let name = first.id.rawValue + "-"
    guard first.mediaType == second.mediaType, second.id.rawValue.hasPrefix(name),
      Int(second.id.rawValue.dropFirst(name.count)) != nil
    else { return nil }
    let all = (first.segments + second.segments).filter { !$0.isEmpty }
      .sorted { $0.target.start < $1.target.start }
    var result = TimelineTrack(track: first, segments: [])
    for segment in all {
      let end = result.segments.last?.target.end ?? .zero
      if segment.target.start > end {
        result.segments.append(Segment(target: TimeRange(start: end, end: segment.target.start)))
      } else if segment.target.start < end {
        let range = TimeRange(start: segment.target.start, end: end)
        guard let transition = transition(over: range, first, second) else { return nil }
        result.transitions[result.segments.count] = transition
      }
      result.segments.append(segment)
    }
    if result.transitions.isEmpty { return nil }
    let played = result.segments.last?.target.end ?? .zero
    let end = max(first.duration, second.duration)
    if played < end {
      result.segments.append(Segment(target: TimeRange(start: played, end: end)))
    }
    if first.mediaType == .audio {
      for index in result.transitions.keys {
        result.segments[index - 1].media?.fadeOut = nil
        result.segments[index].media?.fadeIn = nil
      }
    }
    // The guess is right if it means the same tracks.
    var check = Composition(render: render), failed: Int?
    do throws(CompositionError) {
      try check.append([result], placement: .preferred, failed: &failed)
    } catch {
      // Tracks that no transitions explain stay two tracks.
      return nil
    }
    guard check.tracks.count == 2, check.tracks[0] == first else { return nil }
    check.tracks[1].id = second.id
    return check.tracks[1] == second ? result : nil
  }

  /// The transition that combines two tracks during a range; `nil` if there is none.
  private func transition(over range: TimeRange, _ first: Track, _ second: Track) -> Transition? {
    if first.mediaType == .audio { return Transition(duration: range.duration) }
    guard let instruction = instructions.first(where: { $0.range == range }) else { return nil }
    let names = [first.id, second.id]
    func easing(_ value: AnimatedValue<Double>) -> Easing? {
      guard value.entries.count == 1, case .ramp(let ramp) = value.entries[0] else { return nil }
      return ramp.easing
    }
    if let compositor = instruction.compositor {
      guard case .animated(.number(let progress))? = compositor.properties["progress"],
        let easing = easing(progress), Set(compositor.tracks) == Set(names)
      else { return nil }
      let isDissolve = compositor.element == Transition.elementName(of: "dissolve")
      return Transition(
        isDissolve ? .dissolve : .element(compositor.element), duration: range.duration,
        easing: easing, properties: compositor.properties.filter { $0.key != "progress" })
    }
    let ramps = instruction.layers.filter { names.contains($0.track) }
      .compactMap { easing($0.opacity) }
    return ramps.count == 1 ? Transition(duration: range.duration, easing: ramps[0]) : nil
  }
}
