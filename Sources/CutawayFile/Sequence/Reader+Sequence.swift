import CutawayModel
import CutawayTime

extension Reader {
  /// Adds what the sequence of a file means, or reports why it cannot play.
  mutating func addSequence(to composition: inout Composition) {
    guard let values = sequence else { return }
    var clips: [ClipSequence.Clip] = [], indices: [Int] = []
    for (index, clipValues) in values.clips.enumerated() {
      let pieces = pieces(of: clip(clipValues, at: index, of: values.each), clipValues)
      clips += pieces
      indices += pieces.map { _ in index }
    }
    let sequence = ClipSequence(clips, music: values.music?.music)
    if let music = values.music { know(music.music.asset, at: music.position) }
    if composition.render.size == nil, sequence.clips.contains(where: { $0.kenBurns != nil }) {
      // The render size is that of the largest clip.
      for segment in composition.tracks.filter({ $0.mediaType == .video }).flatMap(\.segments) {
        if let asset = segment.media?.asset { know(asset, at: values.position) }
      }
    }
    guard diagnostics.isEmpty else { return }
    let layout = SequenceLayout(sequence, media: assets.media.descriptions)
    for fault in layout.faults {
      let clip = fault.clip.map { values.clips[indices[$0]] }
      let places = clip?.places ?? values.music?.places ?? [:]
      let whole = clip?.position ?? (fault.key == "clips" ? nil : values.music?.position)
      report(
        .meaning, at: places[fault.key] ?? whole ?? values.position, fault.error.message)
    }
    guard diagnostics.isEmpty else { return }
    do throws(CompositionError) {
      let origins = try composition.append(
        sequence, as: layout, media: assets.media.descriptions)
      positions.move(origins.moved)
      note(origins.parts.map { ($0.clip.map { indices[$0] }, $0.path) }, of: values)
    } catch {
      let taken = composition.tracks.firstIndex { ClipSequence.trackNames.contains($0.id) }
      let path = taken.map { ["tracks", "\($0)", "id"] } ?? ["instructions"]
      let place = positions[ModelPath(path)] ?? values.position
      report(.meaning, at: place, error.message)
    }
  }

  /// Reports if the properties of an asset are not known.
  private mutating func know(_ asset: Asset.ID, at position: SourcePosition) {
    if description(of: asset, at: position) == nil, assets[asset] == nil {
      report(.meaning, at: position, "there is no asset called '\(asset)'")
    }
  }

  /// A clip with the settings of all clips that it does not state.
  private mutating func clip(
    _ values: ClipValues, at index: Int, of each: ClipValues
  ) -> ClipSequence.Clip {
    know(values.asset, at: values.places["asset"] ?? values.position)
    var clip = ClipSequence.Clip(
      values.asset, source: values.source, frozenAt: values.freeze, isReversed: values.reverse,
      duration: values.duration, placement: values.placement ?? each.placement,
      kenBurns: values.kenBurns ?? each.kenBurns, effects: values.effects ?? each.effects ?? [],
      crop: values.crop ?? each.crop ?? .init(),
      opacity: values.opacity ?? each.opacity ?? .init(),
      overlays: values.overlays ?? each.overlays ?? [],
      hasSound: values.sound ?? each.sound ?? true, volume: values.volume ?? each.volume ?? 1,
      fadeIn: values.fadeIn ?? each.fadeIn, fadeOut: values.fadeOut ?? each.fadeOut,
      pitch: values.pitch ?? each.pitch ?? .preserved)
    if values.freeze != nil {
      clip.duration = clip.duration ?? each.duration
    } else if clip.source == nil, clip.duration == nil, values.speed == nil,
      let usual = each.duration
    {
      let length = assets.media.descriptions[values.asset]?.length(of: 0, .video)?.duration
      // A shorter clip plays as a whole.
      clip.duration = length.map { min($0, usual) } ?? usual
    }
    if case .some(let blurred)? = values.background ?? each.background {
      clip.blurredBackground = blurred
    }
    let transition = values.transition ?? (index == 0 ? nil : each.transition)
    if case .some(let values)? = transition { clip.transition = values.transition }
    return clip
  }

  /// The clips that play a clip with a speed, one for each piece.
  private mutating func pieces(
    of clip: ClipSequence.Clip, _ values: ClipValues
  ) -> [ClipSequence.Clip] {
    guard let speed = values.speed, let media = assets.media.descriptions[clip.asset] else {
      return [clip]
    }
    let place = values.places["speed"] ?? values.position
    do throws(CompositionError) {
      let source = try (clip.source ?? .whole).resolved(in: media, called: clip.asset, .video)
      let pieces =
        pieces(of: source, isReversed: clip.isReversed, by: speed, at: place) ?? []
      let moving = [
        ("kenBurns", clip.kenBurns != nil), ("overlays", !clip.overlays.isEmpty),
        ("crop", clip.crop.changes), ("opacity", clip.opacity.changes),
      ]
      for (key, isStated) in moving where isStated && pieces.count > 1 {
        report(
          .meaning, at: values.places[key] ?? place, "a clip whose speed changes has no '\(key)'")
      }
      return pieces.enumerated().map { index, piece in
        var part = clip
        (part.source, part.duration) = (ClipRange(piece.source), piece.duration)
        if index > 0 { (part.transition, part.fadeIn) = (nil, nil) }
        if index < pieces.count - 1 { part.fadeOut = nil }
        return part
      }
    } catch {
      report(.meaning, at: values.places["source"] ?? place, error.message)
      return [clip]
    }
  }

  /// Records the positions of the parts that follow from clips.
  private mutating func note(
    _ parts: [(clip: Int?, path: [String])], of values: SequenceValues
  ) {
    for part in parts {
      let clip = part.clip.map { values.clips[$0] }
      let path = ModelPath(part.path)
      positions[path] = clip?.position ?? values.music?.position
      for (key, position) in clip?.places ?? values.music?.places ?? [:] {
        positions[path[key]] = position
      }
    }
  }
}

extension AnimatedValue {
  /// Whether the value is not the same at all times.
  fileprivate var changes: Bool { allValues.first.map { !isAlways($0) } ?? false }
}
