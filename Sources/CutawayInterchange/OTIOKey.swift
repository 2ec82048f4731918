/// A key of an OpenTimelineIO file.
struct OTIOKey: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue text: String) { stringValue = text }
  init?(intValue: Int) { nil }
  init(stringLiteral text: String) { stringValue = text }
}

extension KeyedDecodingContainer<OTIOKey> {
  /// The name of the schema without its version: `Clip` of `Clip.2`.
  func schema() throws -> String {
    let text = try decode(String.self, forKey: "OTIO_SCHEMA")
    return text.split(separator: ".").first.map(String.init) ?? text
  }

  /// The text of a key; empty without one.
  func text(_ key: OTIOKey) throws -> String {
    try decodeIfPresent(String.self, forKey: key) ?? ""
  }

  /// The values that a file of Cutaway keeps in the metadata of an object.
  func kept() throws -> OTIOKept {
    try decodeIfPresent(OTIOMetadata.self, forKey: "metadata")?.cutaway ?? OTIOKept()
  }

  func fault(_ key: OTIOKey, _ message: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}

extension [any CodingKey] {
  /// The place in the file, as in `tracks.children[0].children[3]`; shortened if it is long.
  var place: String {
    if count > 24 { return Array(prefix(16)).place + "…" + Array(suffix(2)).place }
    return reduce("") { place, key in
      if let index = key.intValue { return "\(place)[\(index)]" }
      return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
    }
  }
}
