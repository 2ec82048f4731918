import CutawayModel
import CutawayOverlays
import CutawayTime

/// A sequence as a file states it.
struct SequenceValues: Sendable, Equatable {
  var clips: [ClipValues] = []
  /// What applies to each clip that does not state it.
  var each = ClipValues()
  var music: MusicValues?
  var position = SourcePosition()
}

/// A clip as a file states it; `nil` for what it does not state.
struct ClipValues: Sendable, Equatable {
  var asset: Asset.ID = ""
  var source: ClipRange?
  var freeze: MediaTime?
  var reverse = false
  var duration: MediaTime?
  var speed: AnimatedValue<Double>?
  var placement: LayerTransform.Base?
  var kenBurns: ClipSequence.KenBurns?
  var transition: ClipTransition?
  var background: ClipBackground?
  var effects: [Effect]?
  var crop: AnimatedValue<Rectangle>?
  var opacity: AnimatedValue<Double>?
  var overlays: [OverlayLayer]?
  var sound: Bool?
  var volume: Double?
  var fadeIn: Segment.Fade?
  var fadeOut: Segment.Fade?
  var pitch: Segment.Pitch?
  var position = SourcePosition()
  /// The positions of the values by their keys.
  var places: [String: SourcePosition] = [:]
}

/// A transition, or the statement that there is none.
enum ClipTransition: Sendable, Equatable {
  case none
  case some(Constructs.TransitionValues)
}

/// The music of a sequence as a file states it.
struct MusicValues: Sendable, Equatable {
  var music = ClipSequence.Music("")
  var position = SourcePosition()
  var places: [String: SourcePosition] = [:]
}

extension Constructs {
  static let sequence = Construct<SequenceValues>(
    "sequence", as: "a sequence", blank: SequenceValues(),
    fields: [
      Field(
        "clips", \.clips, .clips, .required, "The clips and stills in the order of their times."),
      Field(
        "each", \.each, .map(each), .implied(as: "none"),
        "Settings of each clip that does not have its own."),
      Field(
        "music", \.music, .music, .implied(as: "none"),
        "Music from the start of the first clip to the end of the last one."),
    ])

  static let clip = Construct<ClipValues>(
    "clip", as: "a clip", blank: ClipValues(),
    relations: [
      "not": [
        "anyOf": [
          ["required": ["speed", "duration"]], ["required": ["freeze", "source"]],
          ["required": ["freeze", "reverse"]], ["required": ["freeze", "speed"]],
        ]
      ]
    ],
    fields: [
      Field("asset", \.asset, .asset, .required, "The asset to play."),
      Field(
        "source", \.source, .clipRange, .implied(as: "the whole clip, or `[0, duration]`"),
        "The source range, in the time of the asset."),
      Field(
        "freeze", \.freeze, .time, .implied(as: "none"),
        "The time of the asset whose frame is shown for the whole `duration`, instead of `source`."),
      Field(
        "reverse", \.reverse, .bool, .implied,
        "Whether the source range plays from its end to its start."),
      .speed(\.speed), .repetition,
    ] + settings)

  static let each = Construct<ClipValues>(
    "each", as: "'each'", blank: ClipValues(), fields: settings)

  private static let settings: [Field<ClipValues>] = [
    Field(
      "duration", \.duration, .duration, .implied(as: "that of `source`"),
      "The duration in the sequence, which a still needs. If it differs from that of `source`, the speed changes. In `each` it is that of stills, and the longest one of clips without `source`."
    ),
    Field(
      "transition", \.transition, .clipTransition, .implied(as: "none"),
      "The transition from the clip before, during which both play; `false` for none."),
    Field(
      "kenBurns", \.kenBurns, .kenBurns, .implied(as: "none"),
      "A slow movement over the frame: `true`, or where it zooms."),
    Field(
      "transform", \.placement, .word(as: "placement"),
      .implied(as: "`fit`, with `kenBurns` `fill`"), "Places the frame in the picture."),
    Field(
      "background", \.background, .clipBackground, .implied(as: "that of `render`"),
      "A blurred enlargement of the frame that fills the picture behind it; `false` for that of `render`."
    ),
    Field(
      "effects", \.effects, .effects, .implied(as: "none"),
      "Effects on the frames, in the order in which they are applied."),
    Field(
      "crop", \.crop,
      .animated("Crop", .crop, default: Rectangle(x: 0, y: 0, width: 0, height: 0)),
      .implied(as: "the whole frame"),
      "The visible part of the frame, in pixels of the source; times count from the start of the clip."
    ),
    Field(
      "opacity", \.opacity,
      .animated("Opacity", .number("an opacity from 0 to 1", in: 0...1), default: 1),
      .implied(as: "`1`"), "The opacity; times count from the start of the clip."),
    Field(
      "overlays", \.overlays, .overlays, .implied(as: "none"),
      "Layers over the clip, in a clock that starts with the clip. The layers of the composition lie above them."
    ),
    Field(
      "sound", \.sound, .bool, .implied(as: "`true`"),
      "Whether the sound of the clip is heard, if it has any."),
    Field("volume", \.volume, .gain, .implied(as: "`1`"), "The gain of the sound."),
    Field(
      "fadeIn", \.fadeIn, .fade, .implied(as: "none"),
      "The fade of the sound from the start of the clip."),
    Field(
      "fadeOut", \.fadeOut, .fade, .implied(as: "none"),
      "The fade of the sound to the end of the clip."),
    Field(
      "pitch", \.pitch, .word(as: "pitch"), .implied(as: "`preserve`"),
      "How a change of speed affects the pitch of sound."),
  ]

  static let kenBurns = Construct<KenBurnsValues>(
    "kenburns", as: "'kenBurns'", blank: KenBurnsValues(),
    fields: [
      Field(
        "from", \.from, .number("a scale from 1 to 10", in: 1...10), .implied,
        "The scale at the start."),
      Field(
        "to", \.to, .number("a scale from 1 to 10", in: 1...10), .implied, "The scale at the end."),
      Field(
        "center", \.center, .part, .implied(as: "`[0.5, 0.5]`"),
        "The point that stays in its place, in parts of the picture's width and height."),
    ])

  static let music = Construct<ClipSequence.Music>(
    "music", as: "'music'", blank: ClipSequence.Music(""),
    fields: [
      Field("asset", \.asset, .asset, .required, "The asset with the music."),
      Field(
        "source", \.source, .clipRange, .implied(as: "the whole clip"),
        "The source range, in the time of the asset."),
      Field(
        "loop", \.loops, .bool, .implied, "Whether the source range repeats until the clips end."),
      Field("volume", \.volume, .gain, .implied, "The gain."),
      Field("fadeOut", \.fadeOut, .time, .implied, "The duration of the fade at the end."),
      Field(
        "duck", \.ducking, .musicDucking, .implied(as: "none"),
        "Lowers the music while clips and other audio tracks sound: `true`, or how."),
    ])
}

/// A zoom as a file states it.
struct KenBurnsValues: Sendable {
  var from = 1.0
  var to = 1.2
  var center = Point(x: 0.5, y: 0.5)
}

extension ValueForm<SequenceValues> {
  /// A list of clips, or a map.
  static var sequence: Self {
    let clips = ValueForm<[ClipValues]>.clips, map = map(Constructs.sequence)
    return ValueForm(
      "list of [clips](#clip), or [map](#sequence)", schema: .any(clips.schema(), map.schema()),
      write: { map.write($0) }
    ) { reader, value, path in
      var sequence: SequenceValues?
      if value.list != nil {
        sequence = clips.read(&reader, value, path).map { SequenceValues(clips: $0) }
      } else {
        sequence = map.read(&reader, value, path)
      }
      sequence?.position = value.position
      reader.sequence = sequence
      return sequence
    }
    .defined(as: "sequence", "Clips and stills one after another.")
  }
}

extension ValueForm<[ClipValues]> {
  /// Clips, each a map or the name of an asset.
  fileprivate static var clips: Self {
    let name = ValueForm<Asset.ID>.asset, map = ValueForm<ClipValues>.map(Constructs.clip)
    let clip = ValueForm<ClipValues>(
      "[map](#clip)", schema: .any(name.schema(), map.schema()), write: map.write
    ) { reader, value, path in
      var clip: ClipValues?
      if value.map == nil, value.scalar != nil {
        clip = name.read(&reader, value, path).map { ClipValues(asset: $0) }
      } else {
        clip = map.read(&reader, value, path)
        if clip?.speed != nil, clip?.duration != nil {
          reader.report(.shape, at: value.places["speed"] ?? value.position, SpeedCurve.excludes)
        }
        for key in ["source", "reverse", "speed"] {
          guard let place = value.places["freeze"], value.places[key] != nil else { continue }
          reader.report(.shape, at: place, "'freeze' shows one frame, and excludes '\(key)'")
        }
      }
      clip?.position = value.position
      clip?.places = value.places
      return clip
    }
    let list = ValueForm.list(of: clip.defined(as: "clip"), "clips")
    return ValueForm(list.type, schema: list.schema(), write: list.write) { reader, value, path in
      var expanded = value
      if let clips = value.list { expanded.content = .list(clips.flatMap { reader.clips($0) }) }
      return list.read(&reader, expanded, path)
    }
  }
}

extension Reader {
  /// The clips that a clip means: one, or one for each file that matches the pattern in place of its asset.
  fileprivate mutating func clips(_ clip: SourceValue) -> [SourceValue] {
    let asset = clip.scalar == nil ? clip.map?.first { $0.key == "asset" }?.value : clip
    guard let asset, let pattern = asset.scalar?.text, FileListing.isPattern(pattern),
      assets[Asset.ID(pattern)] == nil
    else { return [clip] }
    let files = files(matching: pattern, at: asset.position) ?? []
    return files.map { file in
      // A name without a slash and a point would not be a file.
      let name = file.contains { $0 == "/" || $0 == "." } ? file : "./\(file)"
      let content = SourceValue.Content.scalar(.init(text: name, isPlain: false))
      guard var entries = clip.map else {
        return SourceValue(position: clip.position, content: content)
      }
      for index in entries.indices where entries[index].key == "asset" {
        entries[index].value.content = content
      }
      return SourceValue(position: clip.position, content: .map(entries))
    }
  }
}

extension ValueForm<ClipTransition> {
  /// A transition, or `false`.
  fileprivate static var clipTransition: Self {
    let form = ValueForm<Constructs.TransitionValues>.transition
    return ValueForm(
      "\(form.type), or `false`", schema: .any(["const": false], form.schema()),
      write: { transition in
        switch transition {
        case .none: .bool(false)
        case .some(let values): form.write(values)
        }
      }
    ) { reader, value, path in
      if case .bool(false)? = value.scalar?.kind { return ClipTransition.none }
      return form.read(&reader, value, path).map { .some($0) }
    }
  }
}

extension ValueForm<ClipSequence.KenBurns> {
  /// `true`, or a zoom.
  fileprivate static var kenBurns: Self {
    let map = ValueForm<KenBurnsValues>.map(Constructs.kenBurns)
    return ValueForm(
      "`true`, or \(map.type)", schema: .any(["const": true], map.schema()),
      write: { kenBurns in
        switch kenBurns {
        case .automatic: .bool(true)
        case .zoom(let from, let to, let center):
          map.write(KenBurnsValues(from: from, to: to, center: center))
        }
      }
    ) { reader, value, path in
      if case .bool(true)? = value.scalar?.kind { return .automatic }
      if value.map == nil {
        return reader.expected("true, or a zoom: {from: 1, to: 1.2, center: [0.5, 0.5]}", in: value)
      }
      return map.read(&reader, value, path).map {
        .zoom(from: $0.from, to: $0.to, center: $0.center)
      }
    }
  }
}

extension ValueForm<MusicValues> {
  /// The name of an asset, or a map.
  fileprivate static var music: Self {
    let name = ValueForm<Asset.ID>.asset
    let map = ValueForm<ClipSequence.Music>.map(Constructs.music)
    return ValueForm(
      "name, path or URI, or \(map.type)", schema: .any(name.schema(), map.schema()),
      write: { map.write($0.music) }
    ) { reader, value, path in
      let music =
        value.map == nil && value.scalar != nil
        ? name.read(&reader, value, path).map { ClipSequence.Music($0) }
        : map.read(&reader, value, path)
      return music.map {
        MusicValues(music: $0, position: value.position, places: value.places)
      }
    }
  }
}

extension ValueForm<Ducking> {
  /// `true`, or how the music is lowered.
  fileprivate static var musicDucking: Self {
    let construct = Constructs.duck.only(
      ["by", "attack", "release", "threshold"], as: "'duck' of a sequence")
    let map = map(construct)
    return ValueForm(
      "`true`, or [map](#duck) without `under`", schema: .any(["const": true], map.schema()),
      write: { map.write($0) }
    ) { reader, value, path in
      if case .bool(true)? = value.scalar?.kind { return construct.blank }
      return map.read(&reader, value, path)
    }
  }
}

extension ValueForm<Point> {
  /// A place in parts of the picture's size.
  fileprivate static var part: Self {
    let part = (name: "a part from 0 to 1", bounds: 0.0...1.0)
    return ValueForm<[Double]>.numbers(
      "[x, y]", count: 2, as: "a point in parts of the picture, [0.5, 0.5]",
      special: [0: part, 1: part]
    ).converted {
      Point(x: $0[0], y: $0[1])
    } back: {
      [$0.x, $0.y]
    }
  }
}

extension SourceValue {
  /// The positions of the values of a map, by their keys.
  fileprivate var places: [String: SourcePosition] {
    Dictionary((map ?? []).map { ($0.key, $0.value.position) }) { first, _ in first }
  }
}
