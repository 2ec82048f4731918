public import CutawayTime

extension Composition {
  /// Adds an audio track with the sound of a video track's segments, at their times.
  ///
  /// The track is called as the video track, followed by `-sound`. Where a file has less sound than
  /// picture, it is silent.
  ///
  /// - Parameters:
  ///   - id: The video track.
  ///   - offsets: How much later than its picture the sound of a segment starts, and that of the
  ///     segment before it ends, in seconds by the index of the segment; negative for earlier.
  ///   - media: The properties of the assets.
  /// - Throws: `CompositionError` if there is no such track, or the sound that an offset demands does
  ///   not exist. The composition then stays unchanged.
  public mutating func addSound(
    of id: Track.ID, offsets: [Int: MediaTime] = [:], media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) {
    guard let track = track(id), track.mediaType == .video else {
      throw CompositionError(.danglingReference, "there is no video track called '\(id)'")
    }
    let sounds = ClipSounds(of: track.segments, [:], offsets: offsets) { index in
      track.segments[index].media.flatMap { media[$0.asset]?.length(of: 0, .audio) }
    }
    if let fault = sounds.faults.first { throw fault.error }
    var edited = self
    _ = try edited.append(sounds, as: Track(id: "\(id)-sound", mediaType: .audio)) { _, _ in }
    self = edited
  }

  /// Adds one or two tracks with the sound of clips.
  ///
  /// - Parameters:
  ///   - sounds: The sound; `nil` adds nothing.
  ///   - track: The name and the settings of the first track. The second one is called `NAME-2`.
  ///   - note: Receives the index of each clip, and the path of its sound.
  /// - Returns: The names of the tracks.
  /// - Throws: `CompositionError` if the sounds overlap by more than two at a time.
  package mutating func append(
    _ sounds: ClipSounds?, as track: Track, noting note: (Int, [String]) -> Void
  ) throws(CompositionError) -> [Track.ID] {
    guard let lanes = sounds?.lanes() else { return [] }
    let names: [Track.ID] = [track.id, "\(track.id)-2"], first = tracks.count
    for place in lanes.places {
      note(place.picture, ["tracks", "\(first + place.lane)", "segments", "\(place.index)"])
    }
    let used = zip(names, lanes.tracks).filter { !$0.1.isEmpty }
    for (name, segments) in used {
      var lane = track
      lane.id = name
      try lane.setSegments(segments)
      tracks.append(lane)
    }
    // What applies to the first track applies to both.
    if used.count == 2 {
      if var mix = audioMix.first(where: { $0.track == names[0] }) {
        mix.track = names[1]
        audioMix.append(mix)
      }
      for index in audioMix.indices
      where audioMix[index].ducking?.triggers.contains(names[0]) == true {
        audioMix[index].ducking?.triggers.append(names[1])
      }
    }
    return used.map(\.0)
  }
}
