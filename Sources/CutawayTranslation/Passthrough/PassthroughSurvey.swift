import CutawayModel
import CutawayTime

/// Examines a composition for segments that can be copied, and for settings that require encoding.
struct PassthroughSurvey {
  let timeline: Timeline
  var segments: [PassthroughPlan.Segment] = []
  var faults: [Composition.Fault] = []
  var orientation = Orientation.identity
  var preferredTransform = TransformMatrix.identity

  private var resolved: ResolvedComposition { timeline.resolved }
  private var composition: Composition { timeline.resolved.composition }

  /// How much may be missing at the end of a track: the tracks of real files end at different
  /// times.
  private static let slack = MediaTime(1, over: 20)

  init(_ timeline: Timeline) { self.timeline = timeline }

  private mutating func refuse(_ path: [String], _ reason: String) {
    faults.append(passthroughFault(path, reason))
  }

  // MARK: Picture

  mutating func lookAtPicture() {
    let tracks = shownTracks(.video)
    guard let (index, track) = tracks.first else { return }
    for (other, extra) in tracks.dropFirst() {
      refuse(
        ["tracks", "\(other)"],
        "the video track '\(extra.id)' is shown beside '\(track.id)'; packets cannot be mixed")
    }
    lookAtSegments(of: track, at: index)
    for (number, part) in segments.enumerated() where number > 0 && part.media == .video {
      lookAtSize(of: part)
    }
    lookAtRendering()
    lookAtInstructions(of: track)
    for number in composition.effects.indices {
      refuse(["effects", "\(number)"], "an effect needs decoded frames")
    }
    for number in composition.overlays.indices {
      refuse(["overlays", "\(number)"], "a layer needs decoded frames")
    }
  }

  /// The video of the segment at the path of a planned segment.
  private func video(at path: [String]) -> MediaDescription.Video? {
    guard path.count >= 4, let track = Int(path[1]), let number = Int(path[3]) else { return nil }
    return composition.tracks[track].segments[number].media.flatMap { resolved.video(of: $0) }
  }

  private mutating func lookAtSize(of part: PassthroughPlan.Segment) {
    guard let own = video(at: part.path), let first = video(at: segments[0].path) else { return }
    if own.orientation != first.orientation {
      refuse(part.path, "its orientation differs from that of the first segment")
    }
  }

  private mutating func lookAtRendering() {
    let render = composition.render
    guard let first = segments.first(where: { $0.media == .video }),
      let video = video(at: first.path)
    else { return }
    orientation = video.orientation
    preferredTransform = video.preferredTransform
    let size = video.uprightSize
    let even = PixelSize(
      width: size.width + size.width % 2, height: size.height + size.height % 2)
    if render.scale != MediaTime(1) {
      refuse(["render", "scale"], "the picture is scaled")
    } else if ![size, even].contains(resolved.outputSize) {
      refuse(
        ["render", "size"],
        "the picture is \(resolved.outputSize.width)×\(resolved.outputSize.height), but the source "
          + "has \(size.width)×\(size.height)")
    }
    if let asked = render.transferFunction, asked != video.transferFunction {
      refuse(
        ["render", "transferFunction"],
        "\(asked.rawValue) is requested, but the source has \(video.transferFunction.rawValue)")
    }
    if let asked = render.bitDepth, let own = video.bitDepth, asked != own {
      refuse(
        ["render", "bitDepth"], "\(asked) bits are requested, but the source has \(own)")
    }
    if let asked = render.frameDuration, let own = video.frameDuration, asked != own {
      refuse(
        ["render", "frameRate"],
        "\((MediaTime(1) / asked).text) frames per second are requested, but the source has "
          + "\((MediaTime(1) / own).text)")
    }
  }

  private mutating func lookAtInstructions(of track: Track) {
    for (number, instruction) in composition.instructions.enumerated()
    where instruction.range.overlaps(timeline.range) {
      let path = ["instructions", "\(number)"]
      guard let index = instruction.layers.firstIndex(where: { $0.track == track.id }) else {
        refuse(path, "the background is visible: it does not show the track '\(track.id)'")
        continue
      }
      if instruction.compositor != nil {
        refuse(path + ["compositor"], "a compositor needs decoded frames")
      }
      lookAt(
        instruction.layers[index], of: track, during: instruction.range,
        path: path + ["layers", "\(index)"])
    }
  }

  private mutating func lookAt(
    _ layer: Layer, of track: Track, during range: TimeRange, path: [String]
  ) {
    if !layer.opacity.isAlways(1) {
      refuse(path + ["opacity"], "an opacity other than 1 needs decoded frames")
    }
    if !layer.crop.entries.isEmpty { refuse(path + ["crop"], "a crop needs decoded frames") }
    for index in layer.effects.indices {
      refuse(path + ["effects", "\(index)"], "an effect needs decoded frames")
    }
    let size = resolved.renderSize
    let isMoved = track.segments.contains { segment in
      guard segment.target.overlaps(range), segment.target.overlaps(timeline.range),
        let video = segment.media.flatMap({ resolved.video(of: $0) })
      else { return false }
      // Without an entry, the layer shows the frame as stored.
      if layer.transform.entries.isEmpty { return video.orientation != .identity }
      return layer.transform.entries.flatMap(\.values)
        .contains { $0.matrix(for: video, in: size) != video.preferredTransform }
    }
    if isMoved {
      refuse(path + ["transform"], "a transform other than the preferred one needs decoded frames")
    }
  }

  // MARK: Sound

  mutating func lookAtSound() {
    let tracks = shownTracks(.audio)
    guard let (index, track) = tracks.first else { return }
    for (other, extra) in tracks.dropFirst() {
      refuse(
        ["tracks", "\(other)"],
        "the audio track '\(extra.id)' is heard beside '\(track.id)'; packets cannot be mixed")
    }
    lookAtSegments(of: track, at: index)
    lookAtVolume(of: track, at: index)
    for (number, mix) in composition.audioMix.enumerated() where mix.track == track.id {
      lookAt(mix, path: ["audioMix", "\(number)"])
    }
  }

  private mutating func lookAtVolume(of track: Track, at index: Int) {
    let path = ["tracks", "\(index)"]
    if track.preferredVolume != 1 {
      refuse(path + ["volume"], "a volume other than 1 needs decoded samples")
    }
    if track.declick > .zero { refuse(path + ["declick"], "a declick fade needs decoded samples") }
    for (number, segment) in track.segments.enumerated()
    where timeline.part(of: segment) != nil {
      if let volume = segment.media?.volume, volume != 1 {
        refuse(
          path + ["segments", "\(number)", "volume"], "a volume other than 1 needs decoded samples")
      }
      for (key, fade) in [("fadeIn", segment.media?.fadeIn), ("fadeOut", segment.media?.fadeOut)]
      where fade != nil {
        refuse(path + ["segments", "\(number)", key], "a fade needs decoded samples")
      }
    }
  }

  private mutating func lookAt(_ mix: AudioMixParameters, path: [String]) {
    if !mix.volume.isAlways(1) {
      refuse(path + ["volume"], "a volume other than 1 needs decoded samples")
    }
    if !mix.pan.isAlways(0) {
      refuse(path + ["pan"], "a pan other than 0 needs decoded samples")
    }
    if mix.ducking != nil { refuse(path + ["duck"], "ducking needs decoded samples") }
  }

  // MARK: Tracks

  /// The tracks that have media in the range and are shown or heard.
  private func shownTracks(_ media: Track.MediaType) -> [(Int, Track)] {
    let heard = Set(composition.heardTracks.map(\.id))
    return composition.tracks.enumerated().filter { _, track in
      track.mediaType == media && (media == .video || heard.contains(track.id))
        && track.segments.contains { segment in
          !segment.isEmpty && segment.target.overlaps(timeline.range)
            && (media == .audio || isShown(track, during: segment.target))
        }
    }.map { ($0.offset, $0.element) }
  }

  private func isShown(_ track: Track, during range: TimeRange) -> Bool {
    resolved.tiledInstructions().contains { instruction in
      instruction.range.overlaps(range) && instruction.range.overlaps(timeline.range)
        && instruction.layers.contains { $0.track == track.id }
    }
  }

  private mutating func lookAtSegments(of track: Track, at index: Int) {
    let kind = track.mediaType == .video ? "picture" : "sound"
    for number in track.effects.indices {
      refuse(["tracks", "\(index)", "effects", "\(number)"], "an effect needs decoding")
    }
    var end = MediaTime.zero
    for (number, segment) in track.segments.enumerated() {
      guard let part = timeline.part(of: segment) else { continue }
      let path = ["tracks", "\(index)", "segments", "\(number)"]
      end = part.target.end
      guard let media = part.media, let mapping = part.mapping,
        let asset = composition.asset(media.asset)
      else {
        refuse(path, "it is a gap, which a copy cannot contain")
        continue
      }
      if mapping.speed != MediaTime(1) {
        refuse(path + ["duration"], "its speed is changed")
        continue
      }
      if mapping.isReversed {
        refuse(path + ["reverse"], "it is reversed")
        continue
      }
      if track.mediaType == .video, composition.asset(media.asset)?.colorimetry != nil {
        refuse(path, "'\(media.asset)' overrides its colorimetry, which a copy would not contain")
        continue
      }
      if let kind = asset.notAFile {
        refuse(path, "'\(media.asset)' is \(kind)")
        continue
      }
      if track.mediaType == .video, resolved.video(of: media)?.frameDuration == nil {
        refuse(path, "'\(media.asset)' is a still image")
        continue
      }
      segments.append(
        .init(
          media: track.mediaType,
          source: SourceSegment(
            mapping: mapping, location: asset.location, trackIndex: media.trackIndex), path: path))
    }
    if track.mediaType == .video, end + max(Self.slack, resolved.frameDuration) < timeline.duration,
      !endsWithItsFilm(track)
    {
      refuse(
        ["tracks", "\(index)"],
        "its \(kind) ends at \(end.text) s, and the background is visible until "
          + "\(timeline.duration.text) s")
    }
  }
}

extension PassthroughSurvey {
  /// Whether the picture ends earlier than the sound because that of its film does.
  private func endsWithItsFilm(_ track: Track) -> Bool {
    func end(_ segment: Segment?) -> (asset: Asset.ID, delay: MediaTime)? {
      guard let part = segment.flatMap({ timeline.part(of: $0) }), let media = part.media,
        let mapping = part.mapping, mapping.speed == MediaTime(1)
      else { return nil }
      return (media.asset, mapping.target.start - mapping.source.start)
    }
    guard let picture = end(track.segments.last),
      let last = track.segments.last.flatMap({ timeline.part(of: $0) }), let media = last.media,
      let length = resolved.video(of: media)?.duration, let mapping = last.mapping,
      mapping.source.end + Self.slack >= length
    else { return false }
    return composition.tracks.contains { other in
      guard other.mediaType == .audio, let sound = end(other.segments.last) else { return false }
      return sound == picture
    }
  }
}

extension AnimatedValue.Entry {
  /// The values that the entry states.
  fileprivate var values: [Value] {
    switch self {
    case .instant(_, let value): [value]
    case .ramp(let ramp): [ramp.from, ramp.to]
    }
  }
}
