import CutawayModel
import CutawayTime

extension OTIOReader {
  /// Reads a track of the timeline; `nil` for what is left out, with a warning.
  mutating func track(
    of item: OTIOItem, among names: [Track.ID]
  ) throws(InterchangeError) -> TimelineTrack? {
    guard case .track(let items, let kind) = item.content else {
      warn("\(item.description) is left out: only tracks are read beside each other")
      return nil
    }
    guard
      let type = [("Video", Track.MediaType.video), ("Audio", .audio)].first(where: { $0.0 == kind }
      )?.1
    else {
      warn("\(item.description) is left out: its kind is '\(kind)', neither Video nor Audio")
      return nil
    }
    if !item.isEnabled {
      warn("\(item.description) is left out: it is not enabled")
      return nil
    }
    warnAboutEffects(of: item)
    var track = Track(id: name(of: item, type, among: names), mediaType: type)
    track.language = item.kept.language
    track.preferredVolume = item.kept.volume ?? 1
    track.declick = item.kept.declick ?? .zero
    track.isSilent = item.kept.isSilent ?? false
    track.effects = item.kept.effects ?? []
    var result = TimelineTrack(track: track, segments: [])
    var transitions: [Int: OTIOItem] = [:], sources: [OTIOItem] = []
    var end = MediaTime.zero
    for child in items {
      if case .transition = child.content {
        transitions[result.segments.count] = child
        continue
      }
      let media = try media(of: child, as: type)
      let duration = child.duration
      guard let duration else {
        throw error(at: child.place, "\(child.label) does not state its duration")
      }
      if duration == .zero {
        warn("\(child.description) has no duration, and is left out")
        continue
      }
      let segment = Segment(target: TimeRange(start: end, duration: duration), media: media)
      addMarkers(of: child, in: segment)
      result.segments.append(segment)
      sources.append(child)
      end = segment.target.end
    }
    add(item.markers, of: item.description, from: .zero)
    if let range = item.range?.range, range.start > .zero || .zero <= range.start && range.end < end
    {
      warn("the source_range of \(item.description) is not applied: all of it is kept")
    }
    for (index, transition) in transitions.sorted(by: { $0.key < $1.key }) {
      add(transition, before: index, to: &result, sources)
    }
    return result
  }

  /// A name that no other track has.
  private func name(of item: OTIOItem, _ type: Track.MediaType, among names: [Track.ID]) -> Track.ID
  {
    let base = item.name.isEmpty ? (type == .video ? "video" : "audio") : item.name
    var name = Track.ID(base), number = 1
    while names.contains(name) {
      number += 1
      // Not NAME-2, which is the second track of transitions.
      name = Track.ID("\(base) \(number)")
    }
    return name
  }

  /// Lets the segments around a cut overlap, or warns why they cannot.
  private mutating func add(
    _ item: OTIOItem, before index: Int, to track: inout TimelineTrack, _ sources: [OTIOItem]
  ) {
    guard case .transition(let offsets) = item.content else { return }
    let length = offsets.before.time + offsets.after.time
    guard length > .zero else { return }
    guard index > 0, index < track.segments.count, track.segments[index - 1].media != nil,
      track.segments[index].media != nil
    else {
      warn("\(item.description) becomes a cut: it needs a clip before and after it")
      return
    }
    var pair = [track.segments[index - 1], track.segments[index]]
    pair[0].extend(atEnd: true, by: offsets.after.time)
    pair[1].extend(atEnd: false, by: offsets.before.time)
    for (segment, source) in zip(pair, sources[(index - 1)...]) {
      guard let range = segment.media?.source else { continue }
      let limit = source.availableDuration
      if range.start < .zero || limit.map({ range.end > $0 }) ?? false {
        warn(
          "\(item.description) becomes a cut: \(source.description) would need media at "
            + "\(range.text) s, of which there is only \(limit.map { "0–\($0.text) s" } ?? "what follows 0 s")"
        )
        return
      }
    }
    track.segments[index - 1] = pair[0]
    track.segments[index] = pair[1]
    var transition = item.kept.transition ?? Transition(duration: length)
    transition.duration = length
    if item.kept.transition == nil, offsets.kind != "SMPTE_Dissolve" {
      warn("\(item.description) becomes a dissolve: '\(offsets.kind)' is not known")
    }
    if track.track.mediaType == .audio {
      // Sound can only cross-fade.
      transition = Transition(duration: length)
      track.segments[index - 1].media?.fadeOut = nil
      track.segments[index].media?.fadeIn = nil
    }
    track.transitions[index] = transition
  }

  private mutating func addMarkers(of item: OTIOItem, in segment: Segment) {
    guard case .clip(let media) = item.content, let mapping = segment.mapping else {
      return add(item.markers, of: item.description, from: segment.target.start)
    }
    // They are in the time of the media, which may start with a time code.
    let shift = media.availableRange?.start.time ?? .zero
    var shifted = mapping
    shifted.source.start = shifted.source.start + shift
    add(item.markers, of: item.description, from: .zero, mapping: shifted)
  }
}

extension OTIOItem {
  /// The length of the media of a clip; `nil` if the file does not state it, or if they have no end.
  var availableDuration: MediaTime? {
    guard case .clip(let media) = content else { return nil }
    if case .generator = media.content { return nil }
    return media.availableRange?.duration.time
  }
}

extension Segment {
  /// Makes the segment longer at the same speed; a frozen frame stays.
  fileprivate mutating func extend(atEnd: Bool, by duration: MediaTime) {
    guard let speed = mapping?.speed, let media else { return }
    let isFrozen = media.isFrozen
    if !atEnd { target.start = target.start - duration }
    target.duration += duration
    if isFrozen { return }
    if atEnd == media.isReversed {
      self.media?.source.start = media.source.start - duration * speed
    }
    self.media?.source.duration = media.source.duration + duration * speed
  }
}
