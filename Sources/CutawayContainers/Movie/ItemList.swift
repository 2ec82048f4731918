/// The metadata format that Apple's music programs introduced, and that nearly all programs read.
///
/// It consists of boxes in `moov/udta/meta/ilst`, under the handler `mdir`.
struct ItemList {
  private var items: [Box]

  /// Reads the existing items in the user data of a movie.
  ///
  /// - Throws: ``ContainerErrorCode/malformed``.
  init(_ userData: Box) throws(ContainerError) {
    items = try Box.boxes(in: (userData.descendant("meta", "ilst")?.bytes ?? [])[...], isFlat: true)
  }

  /// Sets an entry, and replaces those with the same key.
  mutating func set(_ entry: MovieMetadata) {
    let value = Self.data(entry.value).encoded
    if let kind = entry.key.item {
      // GStreamer uses this kind for a description.
      items.removeAll { $0.kind == kind || kind == "desc" && $0.kind == "©des" }
      items.append(Box(kind, value))
    } else if case .custom(let name) = entry.key {
      let label = Box("name", [0, 0, 0, 0] + Array(name.utf8))
      items.removeAll { item in
        // An item that cannot be parsed is not the one to replace; it stays unchanged.
        item.kind == "----"
          && (try? Box.boxes(in: item.bytes[...], isFlat: true))?.contains(label) ?? false
      }
      let maker = Box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
      items.append(Box("----", maker.encoded + label.encoded + value))
    }
  }

  /// Writes the items into the user data.
  func write(to userData: inout Box) {
    guard !items.isEmpty else { return }
    userData["meta"] = Box(
      "meta", [0, 0, 0, 0],
      boxes: [Box.handler("mdir", maker: "appl"), Box("ilst", boxes: items)])
  }

  /// A UTF-8 value without a country or a language.
  static func data(_ text: String) -> Box {
    Box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
  }
}

extension Box {
  /// A handler box, which states the type of a track or of metadata.
  ///
  /// QuickTime's tracks have the component `mhlr`. Apple's metadata have the maker `appl`.
  static func handler(_ kind: FourCC, component: FourCC? = nil, maker: FourCC? = nil) -> Box {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.append(number: component?.value ?? 0)
    bytes.append(number: kind.value)
    bytes.append(number: maker?.value ?? 0)
    // Flags, and an empty name: for ISO its terminator, for QuickTime a length of 0.
    return Box("hdlr", bytes + [UInt8](repeating: 0, count: 9))
  }
}
