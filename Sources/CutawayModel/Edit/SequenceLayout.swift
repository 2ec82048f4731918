import CutawayTime

/// When the clips of a sequence play, and which parts of their media.
package struct SequenceLayout {
  /// The segments of the picture in order of time, which overlap in transitions.
  private(set) var pictures: [Segment] = []
  /// The transitions, by the index of the incoming clip.
  private(set) var transitions: [Int: Transition] = [:]
  /// The sound of the clips.
  private(set) var sounds: ClipSounds?
  /// The segments of the music.
  private(set) var music: [Segment] = []
  /// Why the sequence cannot play; empty if it can.
  package private(set) var faults: [Fault] = []

  /// An error in a clip, or in the music if there is no index.
  package struct Fault {
    package var clip: Int?
    /// The property, by its key in files.
    package var key: String
    package var error: CompositionError
  }

  /// The end of the last clip.
  var end: MediaTime { pictures.last?.target.end ?? .zero }

  /// The number of repetitions of music, and the number of clips, that are not a mistake.
  private static let limit = 10_000

  /// Lays out a sequence.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - media: The properties of its assets.
  package init(_ sequence: ClipSequence, media: [Asset.ID: MediaDescription]) {
    if sequence.clips.isEmpty || sequence.clips.count > Self.limit {
      add(
        nil, "clips", .emptyRange,
        "a sequence has 1 to \(Self.limit) clips, not \(sequence.clips.count)")
      return
    }
    for (index, clip) in sequence.clips.enumerated() {
      do throws(CompositionError) {
        try append(clip, at: index, media)
      } catch {
        add(index, error.code == .danglingReference ? "asset" : "source", error.code, error.message)
      }
    }
    if !faults.isEmpty { return }
    for fault in TransitionLanes.faults(of: pictures, transitions, isAudio: false) {
      add(fault.segment, "transition", fault.error.code, fault.error.message)
    }
    let sounding = zip(pictures, sequence.clips).map { picture, clip in
      var segment = picture
      segment.media?.volume = clip.volume
      segment.media?.fadeIn = clip.fadeIn
      segment.media?.fadeOut = clip.fadeOut
      return segment
    }
    let sounds = ClipSounds(of: sounding, transitions) { index in
      let clip = sequence.clips[index]
      return clip.hasSound ? media[clip.asset]?.length(of: 0, .audio) : nil
    }
    for fault in sounds.faults {
      let isStart = sequence.clips[fault.segment].fadeIn != nil && transitions[fault.segment] != nil
      add(
        fault.segment, isStart ? "fadeIn" : "fadeOut", fault.error.code, fault.error.message)
    }
    self.sounds = sounds
    do throws(CompositionError) {
      if let music = sequence.music { try addMusic(music, media) }
    } catch {
      add(nil, error.code == .danglingReference ? "asset" : "source", error.code, error.message)
    }
  }

  private mutating func add(
    _ clip: Int?, _ key: String, _ code: CompositionError.Code, _ message: String
  ) {
    faults.append(Fault(clip: clip, key: key, error: CompositionError(code, message)))
  }

  private mutating func append(
    _ clip: ClipSequence.Clip, at index: Int, _ media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) {
    guard let description = media[clip.asset] else { throw unknown(clip.asset) }
    if description.container == MediaDescription.lottie {
      throw CompositionError(
        .danglingReference, "'\(clip.asset)' is a Lottie animation, which a sequence cannot play")
    }
    if description.videoTracks.isEmpty {
      throw CompositionError(
        .danglingReference,
        "'\(clip.asset)' has no picture; sound is the 'music' of a sequence, or a track")
    }
    if let time = clip.frozenAt {
      guard let duration = clip.duration, clip.source == nil, !clip.isReversed else {
        throw CompositionError(
          .invalidValue,
          "'freeze' shows one frame: it needs 'duration', and excludes 'source' and 'reverse'")
      }
      return try append(
        .init(asset: clip.asset, frozenAt: time), for: duration, of: clip, at: index)
    }
    let source =
      if clip.source == nil, let duration = clip.duration {
        TimeRange(start: .zero, duration: duration)
      } else {
        try (clip.source ?? .whole).resolved(in: description, called: clip.asset, .video)
      }
    try append(
      .init(asset: clip.asset, source: source, isReversed: clip.isReversed, pitch: clip.pitch),
      for: clip.duration ?? source.duration, of: clip, at: index)
  }

  private mutating func append(
    _ media: Segment.Media, for duration: MediaTime, of clip: ClipSequence.Clip, at index: Int
  ) throws(CompositionError) {
    if media.source.isEmpty || media.source.start < .zero || duration <= .zero {
      throw CompositionError(
        .emptyRange, "'\(clip.asset)' plays an empty range: \(media.source.text) s")
    }
    var start = end
    if let transition = clip.transition {
      if index == 0 {
        add(
          0, "transition", .invalidValue, "the first clip cannot have a transition from another one"
        )
      } else {
        transitions[index] = transition
        // A transition that is too long is reported later.
        start = max(.zero, start - transition.duration)
      }
    }
    pictures.append(
      Segment(target: TimeRange(start: start, duration: duration), media: media))
  }

  private mutating func addMusic(
    _ music: ClipSequence.Music, _ media: [Asset.ID: MediaDescription]
  ) throws(CompositionError) {
    guard let description = media[music.asset] else { throw unknown(music.asset) }
    if description.audioTracks.isEmpty {
      throw CompositionError(.danglingReference, "'\(music.asset)' has no sound")
    }
    let source = try music.source.resolved(in: description, called: music.asset, .audio)
    if source.isEmpty || source.start < .zero {
      throw CompositionError(.emptyRange, "'\(music.asset)' plays an empty range: \(source.text) s")
    }
    // Floating-point numbers, because the quotient of two times may not fit.
    if music.loops, end.seconds / source.duration.seconds > Double(Self.limit) {
      throw CompositionError(
        .outOfRange, "'\(music.asset)' would repeat more than \(Self.limit) times")
    }
    var start = MediaTime.zero
    repeat {
      let length = min(source.duration, end - start)
      self.music.append(
        Segment(
          target: TimeRange(start: start, duration: length),
          media: .init(
            asset: music.asset, source: TimeRange(start: source.start, duration: length))))
      start = start + length
    } while music.loops && start < end
  }

  private func unknown(_ asset: Asset.ID) -> CompositionError {
    CompositionError(.danglingReference, "the properties of '\(asset)' are not known")
  }
}
