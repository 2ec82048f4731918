import CutawayKeyframes
import CutawayOverlays
import CutawayTime

extension Composition {
  /// Adds the tracks, the instructions and the mix that a sequence means.
  ///
  /// The picture plays on the track `sequence` and, with transitions, `sequence-2`; the sound on
  /// `sequence-sound` and `sequence-sound-2`; the music on `sequence-music`. The video tracks of the
  /// composition lie above the clips, with their preferred transforms. An entry of the mix for
  /// `sequence-sound` applies to both tracks with the sound of the clips.
  ///
  /// - Parameters:
  ///   - sequence: Clips, of which the composition has the assets.
  ///   - media: The properties of these assets and, if the render size is open, those of all assets.
  /// - Throws: `CompositionError` with the first fault: the composition has instructions, a clip has
  ///   no picture or lies past the end of its asset, a transition is as long as one of its clips. The
  ///   composition then stays unchanged.
  public mutating func append(
    _ sequence: ClipSequence, media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) {
    let layout = SequenceLayout(sequence, media: media)
    if let fault = layout.faults.first { throw fault.error }
    _ = try append(sequence, as: layout, media: media)
  }

  /// Adds what a sequence without faults means.
  ///
  /// - Returns: What each part of the composition follows from.
  package mutating func append(
    _ sequence: ClipSequence, as layout: SequenceLayout, media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) -> SequenceOrigins {
    if let track = tracks.first(where: { ClipSequence.trackNames.contains($0.id) }) {
      throw CompositionError(
        .overlap, "'\(track.id)' is the name of a track of the sequence: no other track can have it"
      )
    }
    if !instructions.isEmpty {
      throw CompositionError(
        .overlap,
        "a composition with a sequence has no instructions of its own: those of the sequence follow "
          + "from its clips, and 'cutaway expand' writes them out")
    }
    var edited = self, origins = SequenceOrigins()
    let above = tracks.filter { $0.mediaType == .video }.map { track in
      Layer(track: track.id, transform: AnimatedValue(LayerTransform(.preferred)))
    }
    if above.count * layout.pictures.count > Self.layerLimit {
      throw CompositionError(
        .outOfRange,
        "\(layout.pictures.count) clips with \(above.count) other video tracks are too many")
    }
    let lanes = TransitionLanes(layout.pictures, layout.transitions, isAudio: false)
    let names = ClipSequence.trackNames
    for (lane, segments) in lanes.lanes.enumerated() where !segments.isEmpty {
      var track = try Track(id: names[lane], mediaType: .video, segments: segments)
      // Other tracks play the sound of all clips that have any, unless they leave it out.
      track.isSilent = sequence.clips.contains { !$0.hasSound }
      for place in lanes.places where place.lane == lane {
        origins.add(
          place.segment, ["tracks", "\(edited.tracks.count)", "segments", "\(place.index)"])
      }
      edited.tracks.append(track)
    }
    let size = edited.renderSize(media)
    let layers = try sequence.clips.enumerated().map { index, clip throws(CompositionError) in
      try clip.layer(
        on: names[lanes.places[index].lane], during: layout.pictures[index].target, at: index, size)
    }
    // Layers of clips are part of the picture, over which the layers of the composition lie.
    var groups: [OverlayLayer] = []
    for (index, clip) in sequence.clips.enumerated() where !clip.overlays.isEmpty {
      origins.add(index, ["overlays", "\(groups.count)"])
      groups.append(
        clip.group(
          during: layout.pictures[index].target, from: layout.transitions[index],
          to: layout.transitions[index + 1]))
    }
    if !groups.isEmpty {
      for index in overlays.indices {
        origins.moved.add(["overlays", "\(groups.count + index)"], from: ["overlays", "\(index)"])
      }
    }
    edited.overlays = groups + overlays
    let spans = Dictionary(lanes.spans.map { ($0.segment, $0) }) { first, _ in first }
    for (index, picture) in layout.pictures.enumerated() {
      var start = picture.target.start
      if let span = spans[index] {
        var both = Instruction(
          range: span.range, layers: above.reversed() + [layers[index], layers[index - 1]])
        if span.outgoing == 1 { both.layers.swapAt(above.count, above.count + 1) }
        try both.combine(
          InstructionSpan(
            range: span.range, transition: span.transition, outgoing: names[span.outgoing],
            incoming: names[1 - span.outgoing], origin: []),
          on: edited.render.blurredBackground)
        origins.add(index, ["instructions", "\(edited.instructions.count)"])
        edited.instructions.append(both)
        start = span.range.end
      }
      let next = layout.transitions[index + 1]
      let range = TimeRange(start: start, end: picture.target.end - (next?.duration ?? .zero))
      // Between two transitions that meet there is nothing.
      if range.isEmpty { continue }
      origins.add(index, ["instructions", "\(edited.instructions.count)"])
      edited.instructions.append(
        Instruction(range: range, layers: above.reversed() + [layers[index]]))
    }
    // The names of the tracks are those that the mix has for them.
    _ = try edited.append(
      layout.sounds, as: Track(id: "sequence-sound", mediaType: .audio)
    ) { origins.add($0, $1) }
    if let music = sequence.music {
      try edited.appendMusic(music, layout, &origins)
    }
    self = edited
    return origins
  }

  /// The number of layers of all instructions that are not a mistake.
  private static let layerLimit = 200_000

  private mutating func appendMusic(
    _ music: ClipSequence.Music, _ layout: SequenceLayout, _ origins: inout SequenceOrigins
  ) throws(CompositionError) {
    origins.add(nil, ["tracks", "\(tracks.count)"])
    origins.add(nil, ["audioMix", "\(audioMix.count)"])
    let track = try Track(id: ClipSequence.trackNames[4], mediaType: .audio, segments: layout.music)
    tracks.append(track)
    var mix = AudioMixParameters(track: track.id)
    let end = track.duration, fade = min(music.fadeOut, end)
    if fade > .zero {
      var entries: [AnimatedValue<Double>.Entry] = [
        .ramp(.init(over: TimeRange(start: end - fade, end: end), from: music.volume, to: 0))
      ]
      if fade < end { entries.append(.instant(at: .zero, value: music.volume)) }
      mix.volume = try AnimatedValue(entries: entries)
    } else if music.volume != 1 {
      mix.volume = AnimatedValue(music.volume)
    }
    let triggers = tracks.filter { $0.mediaType == .audio && $0.id != track.id }.map(\.id)
    if !triggers.isEmpty { mix.ducking = music.ducking }
    mix.ducking?.triggers = triggers
    audioMix.append(mix)
  }
}

extension ClipSequence {
  /// The names of the tracks that a sequence may need: picture, sound, music.
  package static let trackNames: [Track.ID] = [
    "sequence", "sequence-2", "sequence-sound", "sequence-sound-2", "sequence-music",
  ]
}

/// Which clips of a sequence the parts of a composition follow from.
package struct SequenceOrigins {
  /// The path of each part, with the index of its clip; `nil` for the music.
  package private(set) var parts: [(clip: Int?, path: [String])] = []
  /// What was in the composition before, and is elsewhere now.
  package fileprivate(set) var moved = EditOrigins()

  mutating func add(_ clip: Int?, _ path: [String]) { parts.append((clip, path)) }
}

extension ClipSequence.Clip {
  /// The layer that shows the clip.
  fileprivate func layer(
    on track: Track.ID, during range: TimeRange, at index: Int, _ size: PixelSize
  ) throws(CompositionError) -> Layer {
    var layer = Layer(
      track: track, transform: AnimatedValue(LayerTransform(placement ?? .fit)),
      opacity: opacity.moved(by: range.start), crop: crop.moved(by: range.start),
      effects: effects.map { $0.moved(by: range.start) },
      blurredBackground: blurredBackground)
    guard let kenBurns else { return layer }
    let movement = kenBurns.movement(at: index)
    func transform(_ scale: Double) -> LayerTransform {
      LayerTransform(
        placement ?? .fill,
        then: TransformMatrix.scale(x: scale, y: scale).about(
          x: movement.center.x * Double(size.width), y: movement.center.y * Double(size.height)))
    }
    let ramp = AnimatedValue<LayerTransform>.Ramp(
      over: range, from: transform(movement.from), to: transform(movement.to))
    layer.transform = try AnimatedValue(entries: [.ramp(ramp)])
    return layer
  }
}
