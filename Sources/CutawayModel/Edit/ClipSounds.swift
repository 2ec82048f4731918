import CutawayKeyframes
package import CutawayTime

/// The sound of clips, beside the segments of their picture.
package struct ClipSounds {
  /// The sound of each segment of the picture; `nil` if it has none that is heard.
  private(set) var sounds: [Segment?] = []
  /// Why the sound cannot play, by the index of the segment.
  package private(set) var faults: [(segment: Int, error: CompositionError)] = []

  private let pictures: [Segment]
  private let transitions: [Int: Transition]
  private let offsets: [Int: MediaTime]

  /// Finds the sound of segments.
  ///
  /// Where a file has less sound than picture, the rest is silent. A frozen frame is silent.
  ///
  /// - Parameters:
  ///   - pictures: The segments in order of time, which overlap in transitions.
  ///   - transitions: The transitions, by the index of the incoming segment.
  ///   - offsets: How much later than the picture the sound of a segment starts, and that of the
  ///     segment before it ends; negative for earlier.
  ///   - length: The duration of the sound of a segment's asset; `nil` for none.
  package init(
    of pictures: [Segment], _ transitions: [Int: Transition], offsets: [Int: MediaTime] = [:],
    length: (Int) -> MediaDescription.Length?
  ) {
    self.pictures = pictures
    self.transitions = transitions
    self.offsets = offsets
    for index in pictures.indices {
      if offsets[index] != nil, let reason = obstacle(to: index) {
        add(index, .invalidValue, reason)
      }
      guard let length = length(index), let whole = sound(of: index, length: length) else {
        sounds.append(nil)
        continue
      }
      let faded = fading(whole, at: index)
      sounds.append(faded)
    }
  }

  private mutating func add(_ index: Int, _ code: CompositionError.Code, _ message: String) {
    faults.append((index, CompositionError(code, message)))
  }

  /// Why the sound of a segment cannot start at another time than its picture.
  private func obstacle(to index: Int) -> String? {
    if transitions[index] != nil {
      return "a segment has either 'transition' or 'soundOffset'"
    }
    return index == 0 || pictures[index - 1].isEmpty || pictures[index].isEmpty
      ? "'soundOffset' needs a segment directly before it" : nil
  }

  private mutating func sound(of index: Int, length: MediaDescription.Length) -> Segment? {
    guard let media = pictures[index].media, let mapping = pictures[index].mapping,
      !media.isFrozen
    else { return nil }
    let shifts = (offsets[index] ?? .zero, offsets[index + 1] ?? .zero)
    let whole = pictures[index].target
    let target = TimeRange(start: whole.start + shifts.0, end: whole.end + shifts.1)
    let ends = [mapping.sourceTime(at: target.start), mapping.sourceTime(at: target.end)]
    let source = TimeRange(
      start: media.isReversed ? ends[1] : ends[0], end: media.isReversed ? ends[0] : ends[1])
    let isShifted = shifts.0 != .zero || shifts.1 != .zero
    if isShifted, source.isEmpty || source.start < .zero || target.start < .zero {
      add(
        offsets[index] == nil ? index + 1 : index, .outOfRange,
        "the sound of '\(media.asset)' would play from \(source.start.text) to \(source.end.text) s"
      )
      return nil
    }
    var sound = Segment(target: target, media: media)
    sound.media?.trackIndex = 0
    sound.media?.source = source
    guard !length.isEstimated, source.end > length.duration + length.slack else { return sound }
    if isShifted {
      add(
        offsets[index + 1] == nil ? index : index + 1, .outOfRange,
        "the sound of '\(media.asset)' would play until \(source.end.text) s, but it lasts "
          + "\(length.duration.text) s")
      return nil
    }
    let isLater = media.isReversed
    let end = mapping.targetTime(of: length.duration)
    let part =
      isLater ? TimeRange(start: end, end: target.end) : TimeRange(start: target.start, end: end)
    return length.duration <= source.start ? nil : sound.clipped(to: part)
  }

  private mutating func fading(_ sound: Segment, at index: Int) -> Segment {
    var sound = sound
    var rest = sound.target.duration
    let media = pictures[index].media
    if transitions[index] != nil && media?.fadeIn != nil
      || transitions[index + 1] != nil && media?.fadeOut != nil
    {
      add(
        index, .overlap, "the transition fades the sound: its segments cannot have fades there, too"
      )
    }
    if let transition = transitions[index] {
      let missing = sound.target.start - pictures[index].target.start
      let length = min(transition.duration - missing, rest)
      if length > .zero { sound.media?.fadeIn = Segment.Fade(length, easing: .sine) }
      rest = rest - max(.zero, length)
    }
    if let transition = transitions[index + 1] {
      let missing = pictures[index].target.end - sound.target.end
      let length = min(transition.duration - missing, rest)
      if length > .zero { sound.media?.fadeOut = Segment.Fade(length, easing: .sine) }
    }
    return sound
  }

  /// The sound on two tracks without overlaps, with empty segments before and between.
  ///
  /// - Returns: The tracks, and for each sound the index of its picture, its track and its index there.
  func lanes() -> (tracks: [[Segment]], places: [(picture: Int, lane: Int, index: Int)]) {
    var lanes: [[Segment]] = [[], []], places: [(picture: Int, lane: Int, index: Int)] = []
    for (picture, sound) in sounds.enumerated() {
      guard let sound else { continue }
      // In a transition, the sound before has not ended yet.
      let lane = (lanes[0].last?.target.end ?? .zero) <= sound.target.start ? 0 : 1
      let end = lanes[lane].last?.target.end ?? .zero
      if end < sound.target.start {
        lanes[lane].append(Segment(target: TimeRange(start: end, end: sound.target.start)))
      }
      places.append((picture, lane, lanes[lane].count))
      lanes[lane].append(sound)
    }
    return (lanes, places)
  }
}
