import CutawayModel

extension Reader {
  mutating func markers(_ value: SourceValue) -> [Marker] {
    positions[["markers"]] = value.position
    var markers: [Marker] = []
    for element in list(value, of: "markers") {
      guard
        let fields = fields(
          of: element, as: "a marker", keys: ["at", "title"], required: ["at", "title"]),
        let at = fields["at"].flatMap({ time($0) }),
        let title = fields["title"].flatMap({ text($0, as: "the title of a marker") })
      else { continue }
      positions[["markers", "\(markers.count)"]] = element.position
      markers.append(Marker(at: at, title: title))
    }
    return markers
  }
}
