/// The timelines of an OpenTimelineIO file.
struct OTIOFile: Decodable {
  let timelines: [OTIOTimeline]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    switch try container.schema() {
    case "Timeline": timelines = [try OTIOTimeline(from: decoder)]
    case "SerializableCollection":
      guard decoder.codingPath.count < 16 else {
        throw container.fault("children", "more than 8 levels of nested collections")
      }
      timelines =
        try container.decodeIfPresent([Element].self, forKey: "children")?
        .flatMap(\.timelines) ?? []
    case let schema:
      throw container.fault("OTIO_SCHEMA", "expected a Timeline, found a \(schema)")
    }
  }

  /// A part of a collection, which may be something else.
  private struct Element: Decodable {
    var timelines: [OTIOTimeline] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: OTIOKey.self)
      if ["Timeline", "SerializableCollection"].contains(try container.schema()) {
        timelines = try OTIOFile(from: decoder).timelines
      }
    }
  }
}

struct OTIOTimeline: Decodable {
  let name: String
  let start: OTIOTime?
  let stack: OTIOItem
  let kept: OTIOKept

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OTIOKey.self)
    name = try container.text("name")
    start = try container.decodeIfPresent(OTIOTime.self, forKey: "global_start_time")
    stack = try container.decode(OTIOItem.self, forKey: "tracks")
    kept = try container.kept()
  }
}
