import CutawayOverlays
import CutawayTime

extension Constructs {
  /// The settings of a waveform.
  static let waveformKeys: [Field<LayerKeys>] = [
    Field(
      "style", \.wave.style, .word(as: "style"), .implied,
      "With `waveform`: `bars` about a line and `line` move to the left, with the sound of now in the middle; `circle` has it at the top, and runs down at both sides."
    ),
    Field(
      "window", \.wave.window, .time, .implied,
      "With `waveform`: the seconds of sound that are visible at a time."),
    Field(
      "bars", \.wave.bars, .integer("a number of bars", in: 1...LayerWaveform.barLimit), .implied,
      "With `waveform`: how many bars, or points of the line, are visible at a time. The level of each is its largest sample."
    ),
    Field(
      "gap", \.wave.gap, .number("a gap from 0 to 0.95", in: 0...0.95), .implied,
      "With `waveform`: the part of the place of a bar that stays empty."),
    Field(
      "gain", \.wave.gain, .number("a gain from 0 to 1000", in: 0...1_000),
      .implied(as: "the loudest bar is as high as the layer"),
      "With `waveform`: how high a bar is at full scale, where 1 is the height of the layer."),
  ]

  static let soundOfTrack = Construct<SoundKeys>(
    "sound", as: "a sound", blank: SoundKeys(),
    fields: [
      Field(
        "track", \.track, .text("the name of a track"), .required,
        "An audio track, as loud as in the mix.")
    ])
}

/// The values of the keys of a sound, as a file has them.
struct SoundKeys: Sendable {
  var track = ""
}

extension ValueForm<LayerWaveform.Sound> {
  /// An asset, a track or, with `true`, the mix.
  static var sound: Self {
    let asset = ValueForm<String>.assetName
    let map = ValueForm<SoundKeys>.map(Constructs.soundOfTrack).defined(as: "sound")
    return ValueForm(
      "\(asset.type), or [map](#sound), or `true`",
      schema: .any(asset.schema(), map.schema(), ["const": true]),
      write: { sound in
        switch sound {
        case .asset(let name): asset.write(name)
        case .track(let name): map.write(SoundKeys(track: name))
        case .mix: .bool(true)
        }
      }
    ) { reader, value, path in
      if value.map != nil { return map.read(&reader, value, path).map { .track($0.track) } }
      if value.scalar?.kind == .bool(true) { return .mix }
      if value.scalar == nil {
        return reader.expected("the name of an asset, {track: …} or true", in: value)
      }
      return asset.read(&reader, value, path).map { .asset($0) }
    }
  }
}
