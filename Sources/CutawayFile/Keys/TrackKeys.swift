import CutawayModel
import CutawayOverlays
import CutawayTime

extension Constructs {
  static let track = Construct<Track>(
    "track", as: "a track", blank: Track(id: "", mediaType: .video), isBlock: true,
    last: "effects",
    fields: [
      Field(
        "id", \.id, .name("the name of a track"), .required,
        "The name, which layers and the mix use; unique in the file."),
      Field(
        "type", get: { $0.kind }, set: { $0.kind = $1 }, .word(as: "type of track"), .required,
        "What the segments play; `av` is video with its sound on a track of its own, called `NAME-sound`."
      ),
      Field(
        "layer", \.layer, .outerLayer, .implied(as: "none"),
        "With `type: layer`: the layer that the track shows instead of segments, in the clock of the composition."
      ),
      Field(
        "segments", get: { $0.layer == nil ? $0.segments : nil },
        set: { track, segments throws(CompositionError) in try track.setSegments(segments) },
        .segments, .stated, "The segments in order of time."),
      Field(
        "effects", \.effects, .effects, .implied,
        "Effects on the frames or samples, in the order in which they are applied."),
      Field(
        "language", \.language, .language, .implied(as: "not stated"),
        "A BCP 47 tag such as de or pt-BR."),
      Field(
        "sound", get: { !$0.isSilent }, set: { $0.isSilent = !$1 }, .bool, .implied,
        "Video only: `false` if no track plays the sound of the clips on purpose, which ends the warning."
      ),
      Field(
        "volume", \.preferredVolume, .gain, .implied, "Sound only: the gain before the mix."),
      Field(
        "declick", \.declick, .time, .implied,
        "Sound only: duration of the fade at each cut that suppresses clicks."),
    ])
}

/// What a track plays, as files state it.
private enum TrackKind: String, CaseIterable {
  case video, audio, av, subtitle, layer
}

extension Track {
  fileprivate var kind: TrackKind {
    get {
      if layer != nil { return .layer }
      return switch mediaType {
      case .video: .video
      case .audio: .audio
      case .subtitle: .subtitle
      }
    }
    set {
      switch newValue {
      // The reader adds the track with the sound.
      case .video, .av: mediaType = .video
      case .audio: mediaType = .audio
      case .subtitle: mediaType = .subtitle
      // The key 'layer' follows.
      case .layer: (mediaType, layer) = (.video, OverlayLayer())
      }
    }
  }
}

extension Reader {
  mutating func track(_ value: SourceValue, path: ModelPath?) -> Track? {
    guard let fields = fields(of: value, as: Constructs.track) else { return nil }
    var track = Constructs.track.blank
    // Segments may depend on the type.
    let type = fields["type"]?.scalar?.text
    trackType = type.flatMap { Track.MediaType(rawValue: $0) } ?? .video
    isAV = type == "av"
    let unread = read(fields, into: &track, path: path)
    if let path {
      placeholders.formUnion(["id", "type"].filter(unread.contains).map { path[$0] })
    }
    if isAV, let path {
      avTracks.append(AVTrack(path: path, volume: track.preferredVolume, declick: track.declick))
      (track.preferredVolume, track.declick) = (1, .zero)
    } else if let volume = fields["volume"], !unread.contains("type"), track.mediaType != .audio {
      report(.meaning, at: volume.position, "only an audio track has a volume")
    }
    if let sound = fields["sound"], track.isSilent, isAV || track.mediaType != .video {
      report(
        .meaning, at: sound.position,
        isAV
          ? "a track of type 'av' plays its sound; without it, the type is 'video'"
          : "only a video track has 'sound: false'")
    }
    if unread.contains("type") { return track }
    if fields["type"]?.scalar?.text == "layer" {
      if fields["layer"] == nil {
        report(.meaning, at: fields.position, "a track of type 'layer' needs 'layer'")
      }
      if let segments = fields["segments"] {
        report(.meaning, at: segments.position, "a track of type 'layer' has no segments")
      }
    } else if let layer = fields["layer"] {
      report(.meaning, at: layer.position, "'layer' needs 'type: layer'")
    }
    return track
  }
}

extension ValueForm<String> {
  /// The part of RFC 5646 that media files use.
  fileprivate static var language: Self {
    ValueForm(
      "language tag", schema: .text(matching: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"),
      write: { .text($0) }
    ) { reader, value, _ in
      guard let tag = reader.text(value, as: "a language") else { return nil }
      if tag.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil { return tag }
      reader.report(
        .shape, at: value.position,
        "'\(tag.shortened)' is not a language: expected a tag such as de or pt-BR")
      return nil
    }
  }
}
