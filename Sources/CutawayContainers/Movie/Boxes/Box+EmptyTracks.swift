extension Box {
  /// Removes the tracks of a movie's header that have no format, with their defaults for fragments.
  mutating func removeEmptyTracks() {
    let empty = boxes.filter { $0.kind == "trak" && BoxView($0.inside[...]).isEmptyTrack }
    let numbers = Set(empty.map { BoxView($0.inside[...]).trackNumber })
    boxes.removeAll { empty.contains($0) }
    guard var extends = self["mvex"] else { return }
    extends.boxes.removeAll {
      $0.kind == "trex" && numbers.contains(BoxView($0.bytes[...]).word(4))
    }
    self["mvex"] = extends
  }

  /// The contents as stored in a file.
  private var inside: [UInt8] { bytes + boxes.flatMap(\.encoded) }
}

extension BoxView {
  /// Whether a `trak` has no format, because its stream had no samples.
  package var isEmptyTrack: Bool {
    let formats = box("mdia")?.box("minf")?.box("stbl")?.box("stsd")
    return (formats?.word(4) ?? 0) == 0
  }
}
