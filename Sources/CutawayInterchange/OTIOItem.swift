import CutawayTime

/// A stack, a track, or what is in one.
struct OTIOItem: Decodable {
  /// The place in the file, for messages.
  let place: String
  let name: String
  let schema: String
  /// Whether it is shown and heard.
  let isEnabled: Bool
  /// The part that is used; `nil` is all of it.
  let range: OTIORange?
  let effects: [OTIOEffect]
  let markers: [OTIOMarker]
  let kept: OTIOKept
  let content: Content

  enum Content {
    case clip(OTIOMedia)
    case gap
    case transition(OTIOTransition)
    /// Items one after another, of a kind such as `Video`.
    case track([OTIOItem], kind: String)
    /// Items on top of each other, the lowest first.
    case stack([OTIOItem])
    case unknown
  }

  /// The levels of containers in each other that are read.
  private static let depthLimit = 24

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    place = decoder.codingPath.place
    schema = try container.schema()
    name = try container.text("name")
    isEnabled = try container.decodeIfPresent(Bool.self, forKey: "enabled") ?? true
    range = try container.decodeIfPresent(OTIORange.self, forKey: "source_range")
    effects = try container.decodeIfPresent([OTIOEffect].self, forKey: "effects") ?? []
    markers = try container.decodeIfPresent([OTIOMarker].self, forKey: "markers") ?? []
    kept = try container.kept()
    func children() throws -> [OTIOItem] {
      // Each level has a key and an index.
      guard decoder.codingPath.count < 2 * Self.depthLimit else {
        throw container.fault("children", "more than \(Self.depthLimit) levels of nested items")
      }
      return try container.decodeIfPresent([OTIOItem].self, forKey: "children") ?? []
    }
    switch schema {
    case "Clip": content = .clip(try OTIOMedia(ofClip: container))
    case "Gap", "Filler": content = .gap
    case "Transition": content = .transition(try OTIOTransition(from: decoder))
    case "Track", "Sequence":
      content = .track(try children(), kind: try container.text("kind"))
    case "Stack": content = .stack(try children())
    default: content = .unknown
    }
  }

  /// The item for messages: `the clip 'beach' (tracks.children[0].children[3])`.
  var description: String { "\(label) (\(place))" }

  /// The item for messages that begin with its place.
  var label: String { "the \(schema.lowercased())\(name.isEmpty ? "" : " '\(name)'")" }

  /// The duration in the item around it; `nil` if the file does not state it.
  var duration: MediaTime? {
    if let range { return range.duration.time }
    switch content {
    case .clip(let media): return media.availableRange?.duration.time
    case .gap, .unknown: return nil
    case .transition: return .zero
    case .track(let items, _):
      return items.reduce(.zero) { sum, item in
        sum.flatMap { sum in item.duration.map { sum + $0 } }
      }
    case .stack(let items): return items.compactMap(\.duration).max()
    }
  }
}

/// A transition between the items before and after it.
struct OTIOTransition: Decodable {
  let kind: String
  /// How long it plays before the cut.
  let before: OTIOTime
  /// How long it plays after the cut.
  let after: OTIOTime

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    kind = try container.text("transition_type")
    before = try container.decode(OTIOTime.self, forKey: "in_offset")
    after = try container.decode(OTIOTime.self, forKey: "out_offset")
    for (key, time) in [("in_offset" as OTIOKey, before), ("out_offset", after)]
    where time.time < .zero {
      throw container.fault(key, "an offset is not negative: \(time.time.text) s")
    }
  }
}

/// An effect; only those that change the time have a meaning that all programs share.
struct OTIOEffect: Decodable {
  let name: String
  /// The speed of a time warp; 0 of a frozen frame; `nil` of other effects.
  let speed: MediaTime?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    let schema = try container.schema()
    let effect = try container.text("effect_name")
    name = effect.isEmpty ? schema : effect
    switch schema {
    case "FreezeFrame": speed = .zero
    case "LinearTimeWarp":
      let scalar = try container.decode(Double.self, forKey: "time_scalar")
      guard scalar.magnitude <= 1_000, let exact = MediaTime(simplest: scalar) else {
        throw container.fault("time_scalar", "\(scalar) is not a speed from -1000 to 1000")
      }
      speed = exact
    default: speed = nil
    }
  }
}

struct OTIOMarker: Decodable {
  let name: String
  let range: OTIORange

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    name = try container.text("name")
    range = try container.decode(OTIORange.self, forKey: "marked_range")
  }
}
