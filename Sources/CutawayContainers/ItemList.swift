/// The metadata that Apple's music programs began, and that nearly all programs read.
///
/// They are boxes in `moov/udta/meta/ilst`, under the handler `mdir`.
struct ItemList {
  private var items: [Box]

  /// Reads what is there in the user data of a movie.
  ///
  /// - Throws: ``ContainerError/Code/malformed``.
  init(_ userData: Box) throws(ContainerError) {
    items = try Box.boxes(in: (userData.descendant("meta", "ilst")?.bytes ?? [])[...], isFlat: true)
  }

  /// Adds an entry in the place of those of its key.
  mutating func set(_ entry: MovieMetadata) {
    let value = Self.data(entry.value).encoded
    if let kind = entry.key.item {
      // GStreamer calls a description so.
      items.removeAll { $0.kind == kind || kind == "desc" && $0.kind == "©des" }
      items.append(Box(kind, value))
    } else if case .custom(let name) = entry.key {
      let label = Box("name", [0, 0, 0, 0] + Array(name.utf8))
      items.removeAll { item in
        // An item that breaks off is not the one that is replaced; it stays as it is.
        item.kind == "----"
          && (try? Box.boxes(in: item.bytes[...], isFlat: true))?.contains(label) ?? false
      }
      let maker = Box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
      items.append(Box("----", maker.encoded + label.encoded + value))
    }
  }

  /// Writes the list into the user data.
  func write(to userData: inout Box) {
    guard !items.isEmpty else { return }
    userData["meta"] = Box(
      "meta", [0, 0, 0, 0],
      boxes: [Box.handler("mdir", maker: "appl"), Box("ilst", boxes: items)])
  }

  /// A value in UTF-8, of no country or language.
  static func data(_ text: String) -> Box {
    Box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
  }
}

extension Box {
  /// What tells the kind of a track or of metadata.
  ///
  /// Tracks of QuickTime have the component `mhlr`, Apple's metadata the maker `appl`.
  static func handler(_ kind: FourCC, component: FourCC? = nil, maker: FourCC? = nil) -> Box {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.append(number: component?.value ?? 0)
    bytes.append(number: kind.value)
    bytes.append(number: maker?.value ?? 0)
    // Flags, and no name: a terminator to ISO, an empty string with a length to QuickTime.
    return Box("hdlr", bytes + [UInt8](repeating: 0, count: 9))
  }
}
