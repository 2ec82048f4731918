extension Box {
  /// Writes metadata into the header of a movie, and replaces items with the same keys.
  mutating func set(_ metadata: [MovieMetadata], isQuickTime: Bool) throws(ContainerError) {
    guard !metadata.isEmpty else { return }
    var userData = self["udta"] ?? Box("udta")
    var items = try ItemList(userData)
    for entry in metadata {
      items.set(entry)
      if entry.key == .location { userData["©xyz"] = .userText("©xyz", entry.value) }
    }
    items.write(to: &userData)
    self["udta"] = userData
    guard isQuickTime else { return }
    var keyed = try KeyedMetadata(self)
    for entry in metadata { keyed.set(entry) }
    keyed.write(to: &self)
  }

  /// A text in the format of QuickTime's user data: its length, its language and the text.
  private static func userText(_ kind: FourCC, _ text: String) -> Box {
    let text = text.utf8Prefix(Int(UInt16.max))
    var bytes: [UInt8] = []
    bytes.append(number: UInt16(text.count))
    bytes.append(number: TrackLanguage.undetermined)
    return Box(kind, bytes + text)
  }
}

extension String {
  /// The longest prefix of whole characters that fits `count` bytes of UTF-8.
  func utf8Prefix(_ count: Int) -> [UInt8] {
    if utf8.count <= count { return Array(utf8) }
    var bytes: [UInt8] = []
    for character in self {
      guard bytes.count + character.utf8.count <= count else { break }
      bytes += Array(character.utf8)
    }
    return bytes
  }
}
