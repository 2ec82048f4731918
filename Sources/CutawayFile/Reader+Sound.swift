import CutawayModel
import CutawayTime
import Glibc

extension Reader {
  static let mixKeys = ["track", "volume", "pan", "mute", "solo", "duck"]

  mutating func audioMix(_ value: SourceValue) -> [AudioMixParameters] {
    positions[["audioMix"]] = value.position
    var mix: [AudioMixParameters] = []
    for element in list(value, of: "tracks with volumes") {
      let path = ["audioMix", "\(mix.count)"]
      guard
        let fields = fields(
          of: element, as: "a track's mix", keys: Self.mixKeys, required: ["track"])
      else { continue }
      positions[path] = element.position
      for (key, value) in fields.values { positions[path + [key]] = value.position }
      let track = fields["track"].flatMap { trackName($0) }
      var parameters = AudioMixParameters(track: track ?? "")
      if let value = fields["volume"] {
        parameters.volume = animated(value, path: path + ["volume"]) { $0.gain($1) }
      }
      if let value = fields["pan"] {
        parameters.pan = animated(value, path: path + ["pan"]) {
          $0.number($1, as: "a pan from -1 (left) to 1 (right)", in: -1...1)
        }
      }
      parameters.isMuted = fields["mute"].flatMap { bool($0) } ?? false
      parameters.isSolo = fields["solo"].flatMap { bool($0) } ?? false
      parameters.ducking = fields["duck"].flatMap { ducking($0, path: path + ["duck"]) }
      if track != nil { mix.append(parameters) }
    }
    return mix
  }

  private mutating func ducking(_ value: SourceValue, path: [String]) -> Ducking? {
    guard
      let fields = fields(
        of: value, as: "'duck'", keys: ["under", "by", "attack", "release", "threshold"],
        required: ["under"])
    else { return nil }
    for (key, value) in fields.values { positions[path + [key]] = value.position }
    guard let trigger = fields["under"].flatMap({ trackName($0) }) else {
      return nil
    }
    var ducking = Ducking(under: trigger)
    ducking.gain = fields["by"].flatMap { gain($0, upTo: 1) } ?? ducking.gain
    ducking.threshold = fields["threshold"].flatMap { gain($0, upTo: 1) } ?? ducking.threshold
    ducking.attack = fields["attack"].flatMap { time($0) } ?? ducking.attack
    ducking.release = fields["release"].flatMap { time($0) } ?? ducking.release
    return ducking
  }

  /// Reads a linear gain, or decibels as text.
  mutating func gain(_ value: SourceValue, upTo limit: Double = .infinity) -> Double? {
    let name =
      limit.isFinite
      ? "a gain from 0 to 1, or decibels like \"-12 dB\""
      : "a linear gain of 0 or more, or decibels like \"-6 dB\""
    if let scalar = value.scalar, scalar.kind == .text {
      guard let gain = gain(ofDecibels: scalar.text), gain <= limit else {
        return expected(name, in: value)
      }
      return gain
    }
    // The bound is checked like that of any number; infinity is reported as too large.
    return number(value, as: name, in: 0...limit)
  }

  private func gain(ofDecibels text: String) -> Double? {
    guard let match = text.wholeMatch(of: /([+-]?[0-9]{1,3}(\.[0-9]{1,9})?) ?dB/) else {
      return nil
    }
    return Double(match.1).map { pow(10, $0 / 20) }
  }

  /// Reads a duration, or a map of a duration and an easing.
  mutating func fade(_ value: SourceValue) -> Segment.Fade? {
    guard value.map != nil else { return duration(value).map { Segment.Fade($0) } }
    let fields = fields(
      of: value, as: "a fade", keys: ["duration", "easing"], required: ["duration"])
    let duration = fields?["duration"].flatMap { self.duration($0) }
    let easing = fields?["easing"].map { self.easing($0) } ?? .linear
    guard let duration, let easing else { return nil }
    return Segment.Fade(duration, easing: easing)
  }

  /// Reads a loudness in LUFS: a number, or text with the unit.
  mutating func loudness(_ value: SourceValue) -> Double? {
    let name = "a loudness from -70 to -5 LUFS, such as -16 or \"-16 LUFS\""
    if let scalar = value.scalar, scalar.kind == .text {
      guard
        let match = scalar.text.wholeMatch(of: /(-[0-9]{1,2}(\.[0-9]{1,9})?) ?LUFS/),
        let loudness = Double(match.1), (-70 ... -5).contains(loudness)
      else { return expected(name, in: value) }
      return loudness
    }
    return number(value, as: name, in: -70 ... -5)
  }
}
