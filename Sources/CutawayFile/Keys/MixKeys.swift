import CutawayModel

extension Constructs {
  static let mix = Construct<AudioMixParameters>(
    "mix", as: "a track's mix", blank: AudioMixParameters(track: ""), isBlock: true,
    fields: [
      Field("track", \.track, .name("the name of a track"), .required, "The audio track."),
      Field(
        "volume", \.volume, .animated("Volume", .gain, default: 1), .stated,
        "The gain in the mix."),
      Field(
        "pan", \.pan,
        .animated("Pan", .number("a pan from -1 (left) to 1 (right)", in: -1...1), default: 0),
        .implied, "The balance: -1 is left, 1 is right."),
      Field("mute", \.isMuted, .bool, .implied, "Whether the track is silent."),
      Field("solo", \.isSolo, .bool, .implied, "Mutes all tracks that are not solo."),
      Field(
        "duck", \.ducking, .map(duck) { $0.whole($1, of: duck, path: $2, stops: true) },
        .implied(as: "none"), "Lowers the track while other tracks sound."),
    ])

  static let duck = Construct<Ducking>(
    "duck", as: "'duck'", blank: Ducking(under: []),
    fields: [
      Field(
        "under", \.triggers, .triggers, .required,
        "The audio tracks whose common level controls the ducking."),
      Field("by", \.gain, .loweringGain, .stated, "The gain while they sound."),
      Field(
        "attack", \.attack, .time, .stated,
        "The duration of the fade to that gain, which ends when the sound begins."),
      Field(
        "release", \.release, .time, .stated,
        "The duration of the fade back, after the sound ends."),
      Field(
        "threshold", \.threshold, .loweringGain, .stated,
        "The level from which they count as sounding."),
    ])
}

extension ValueForm<[Track.ID]> {
  /// The name of a track, or a list of names.
  fileprivate static var triggers: Self {
    let name = ValueForm<Track.ID>.name("the name of a track")
    let list = list(of: name, "names of tracks")
    return ValueForm(
      "name, or list of names",
      schema: .any(
        name.schema(), ["type": "array", "items": name.schema(), "minItems": 1]),
      write: { $0.count == 1 ? name.write($0[0]) : list.write($0) }
    ) { reader, value, path in
      guard let elements = value.list else {
        return name.read(&reader, value, path).map { [$0] }
      }
      if elements.isEmpty { return reader.expected("the name of a track", in: value) }
      // The position is that of the key, where faults are reported.
      let names = elements.compactMap { name.read(&reader, $0, nil) }
      return names.count == elements.count ? names : nil
    }
  }
}
