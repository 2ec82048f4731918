import CutawayModel

extension Constructs {
  static let mix = Construct(
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
        .implied(as: "none"), "Lowers the track while another track sounds."),
    ])

  static let duck = Construct(
    "duck", as: "'duck'", blank: Ducking(under: ""),
    fields: [
      Field(
        "under", \.trigger, .name("the name of a track"), .required,
        "The audio track whose level controls the ducking."),
      Field("by", \.gain, .loweringGain, .stated, "The gain while that track sounds."),
      Field(
        "attack", \.attack, .time, .stated,
        "The duration of the fade to that gain, which ends when the sound begins."),
      Field(
        "release", \.release, .time, .stated,
        "The duration of the fade back, after the sound ends."),
      Field(
        "threshold", \.threshold, .loweringGain, .stated,
        "The level from which the track counts as sounding."),
    ])
}
