import CutawayDiagnostics

/// QuickTime's metadata: values with names in `moov/meta` under the handler `mdta`, as AVFoundation
/// writes them (*QuickTime File Format*, “Metadata”).
struct KeyedMetadata {
  /// The names with their namespace, and the boxes of the values.
  private var entries: [(key: [UInt8], value: [UInt8])] = []

  /// Reads the existing metadata in the header of a movie.
  ///
  /// - Throws: ``ContainerErrorCode/unsupported`` if there is metadata of another kind in its
  ///   place.
  init(_ movie: Box) throws(ContainerError) {
    guard let old = movie["meta"] else { return }
    guard old["hdlr"]?.bytes.number(at: 8) == FourCC("mdta").value else {
      throw ContainerError(.unsupported, "the header has metadata of an unknown kind")
    }
    let keys = try Box.boxes(in: (old["keys"]?.bytes ?? []).dropFirst(8), isFlat: true)
    for item in try Box.boxes(in: (old["ilst"]?.bytes ?? [])[...], isFlat: true) {
      let index = Int(item.kind.value) - 1
      guard keys.indices.contains(index) else { continue }
      entries.append((Array(keys[index].encoded.dropFirst(4)), item.bytes))
    }
  }

  /// Sets an entry, and replaces those with the same key.
  mutating func set(_ entry: MovieMetadata) {
    let key = Array("mdta".utf8) + Array(entry.key.quickTimeName.utf8)
    entries.removeAll { $0.key == key }
    entries.append((key, ItemList.data(entry.value).encoded))
  }

  /// Writes the entries into the header of a movie.
  func write(to movie: inout Box) {
    guard !entries.isEmpty else { return }
    var keys: [UInt8] = [0, 0, 0, 0]
    keys.append(number: UInt32(entries.count))
    for entry in entries {
      keys.append(number: UInt32(clamping: entry.key.count + 4))
      keys += entry.key
    }
    let items = entries.enumerated().map { index, entry in
      Box(FourCC(value: UInt32(index + 1)), entry.value)
    }
    movie["meta"] = Box(
      "meta", boxes: [.handler("mdta"), Box("keys", keys), Box("ilst", boxes: items)])
  }
}
