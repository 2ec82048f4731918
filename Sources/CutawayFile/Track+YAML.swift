import CutawayModel
import CutawayTime

extension Track {
  var yamlValue: YAMLValue {
    var entries: [(key: String, value: YAMLValue)] = [
      ("id", .text(id.rawValue)), ("type", .text(mediaType.rawValue)),
      ("segments", .list(segments.map(\.yamlValue))),
    ]
    if let language { entries.append(("language", .text(language))) }
    if preferredVolume != 1 { entries.append(("volume", .number(preferredVolume))) }
    if declick != .zero { entries.append(("declick", .time(declick))) }
    if !effects.isEmpty { entries.append(("effects", effects.yamlValue)) }
    return .map(entries, isBlock: true)
  }
}

extension Segment {
  fileprivate var yamlValue: YAMLValue {
    guard let media else { return .map([("empty", .time(target.duration))]) }
    var entries: [(key: String, value: YAMLValue)] = [
      ("asset", .text(media.asset.rawValue)), ("source", .range(media.source)),
      ("at", .time(target.start)),
      ("duration", .time(target.duration)), ("track", .number(media.trackIndex)),
      ("pitch", .text(media.pitch.rawValue)),
    ]
    if let fade = media.fadeIn { entries.append(("fadeIn", fade.yamlValue)) }
    if let fade = media.fadeOut { entries.append(("fadeOut", fade.yamlValue)) }
    return .map(entries)
  }
}

extension Segment.Fade {
  fileprivate var yamlValue: YAMLValue {
    if easing == .linear { return .time(duration) }
    return .map([("duration", .time(duration)), ("easing", easing.yamlValue)])
  }
}

extension [Effect] {
  var yamlValue: YAMLValue {
    .list(
      map { effect in
        let properties = effect.properties.sorted { $0.key < $1.key }
        return .map(
          [("element", .text(effect.element))] + properties.map { ($0.key, $0.value.yamlValue) })
      })
  }
}

extension Effect.Value {
  fileprivate var yamlValue: YAMLValue {
    switch self {
    case .bool(let bool): .bool(bool)
    case .int(let int): .number(int)
    case .double(let double): .scalar(double.yamlScalar)
    case .string(let string): .text(string)
    }
  }
}

extension YAMLValue {
  /// A decimal number if it is exact, otherwise a fraction.
  static func time(_ time: MediaTime) -> YAMLValue {
    time.decimal.map { .scalar($0) } ?? .text(time.description)
  }

  static func range(_ range: TimeRange) -> YAMLValue {
    .list([.time(range.start), .time(range.end)])
  }
}
