extension MovieHeader {
  /// The texts of QuickTime's metadata by their names, such as `com.apple.quicktime.model`.
  ///
  /// Demuxers of GStreamer read only user data (`udta`), but phones write this (*QuickTime File Format*, "Metadata").
  package var keyedTexts: [String: String] {
    // ffmpeg writes it into the user data. The box has a version in MP4, and none in MOV.
    let places = [movie.box("meta"), movie.box("udta")?.box("meta")].compactMap(\.self)
    let boxes = places.flatMap { meta in [0, 4].map { meta.boxes(from: $0) } }
      .first { $0.contains { $0.kind == "keys" } }
    guard let boxes, let keys = boxes.first(where: { $0.kind == "keys" })?.inside,
      let items = boxes.first(where: { $0.kind == "ilst" })?.inside
    else { return [:] }
    // Four bytes of version and flags, four of the count; the kind of an entry is its namespace.
    let names = keys.boxes(from: 8).map { $0.kind == "mdta" ? $0.inside.text(from: 0) : nil }
    var texts: [String: String] = [:]
    for item in items.boxes(from: 0) {
      let index = Int(item.kind.value) - 1
      // Type 1 is UTF-8; others are numbers and images.
      guard names.indices.contains(index), let name = names[index],
        let data = item.inside.box("data"), data.word(0) == 1, let text = data.text(from: 8)
      else { continue }
      texts[name] = text
    }
    return texts
  }
}

extension BoxView {
  /// The rest of the contents as a text; `nil` if it is none.
  fileprivate func text(from offset: Int) -> String? {
    guard count > offset else { return nil }
    return String(validating: (offset..<count).map { UInt8(byte($0)) }, as: UTF8.self)
  }
}
