import CutawayModel

extension AudioMixParameters {
  var yamlValue: YAMLValue {
    var entries: [(key: String, value: YAMLValue)] = [
      ("track", .text(track.rawValue)), ("volume", volume.yamlValue(default: 1) { .number($0) }),
    ]
    if !pan.entries.isEmpty {
      entries.append(("pan", pan.yamlValue(default: 0) { .number($0) }))
    }
    if isMuted { entries.append(("mute", .bool(true))) }
    if isSolo { entries.append(("solo", .bool(true))) }
    if let ducking { entries.append(("duck", ducking.yamlValue)) }
    return .map(entries, isBlock: true)
  }
}

extension Ducking {
  fileprivate var yamlValue: YAMLValue {
    .map([
      ("under", .text(trigger.rawValue)), ("by", .number(gain)), ("attack", .time(attack)),
      ("release", .time(release)), ("threshold", .number(threshold)),
    ])
  }
}
