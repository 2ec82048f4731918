import CutawayDiagnostics

/// The light of an HDR movie: its mastering display (SMPTE ST 2086) and its content light level
/// (CTA-861.3).
package struct MovieLight: Sendable, Hashable {
  /// The chromaticities x and y of red, green, blue and white, in 1/50,000.
  package var chromaticities: [UInt16]
  /// The greatest and the least luminance of the display, in 0.0001 cd/m².
  package var luminances: [UInt32]
  /// The greatest light of a pixel and of a frame's average, in cd/m²; `nil` if unknown.
  package var contentLight: [UInt16]?

  /// Creates the metadata; `nil` for other numbers of values.
  package init?(chromaticities: [UInt16], luminances: [UInt32], contentLight: [UInt16]? = nil) {
    guard chromaticities.count == 8, luminances.count == 2, contentLight?.count ?? 2 == 2 else {
      return nil
    }
    self.chromaticities = chromaticities
    self.luminances = luminances
    self.contentLight = contentLight
  }

  /// Reads the boxes of a visual sample entry; `nil` if it has no mastering display.
  init?(entry: BoxView) {
    let boxes = entry.boxes(from: 78)
    guard let display = boxes.first(where: { $0.kind == "mdcv" })?.inside, display.count >= 24
    else { return nil }
    // Green comes first, then blue and red.
    chromaticities = [8, 10, 0, 2, 4, 6, 12, 14].map { UInt16(display.word($0) >> 16) }
    luminances = [16, 20].map { UInt32(display.word($0)) }
    contentLight = boxes.first { $0.kind == "clli" }
      .map { level in [0, 2].map { UInt16(level.inside.word($0) >> 16) } }
  }

  /// The boxes of a sample entry (ISO/IEC 14496-12, 12.1.6 and 12.1.7).
  var boxes: [Box] {
    var display: [UInt8] = []
    // Green comes first, then blue and red, as in the streams' own messages.
    for index in [2, 3, 4, 5, 0, 1, 6, 7] { display.append(number: chromaticities[index]) }
    for luminance in luminances { display.append(number: luminance) }
    var level: [UInt8] = []
    for light in contentLight ?? [] { level.append(number: light) }
    return [Box("mdcv", display)] + (level.isEmpty ? [] : [Box("clli", level)])
  }
}

extension Box {
  /// Adds the light to the sample entries of a video track that do not state it.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` if the track has no sample entries.
  mutating func setLight(_ light: MovieLight) throws(ContainerError) {
    guard var media = self["mdia"], var information = media["minf"],
      var tables = information["stbl"], var description = tables["stsd"]
    else { throw ContainerError(.malformed, "a track without a sample description") }
    var position = 8
    while let size = description.bytes.number(UInt32.self, at: position).map(Int.init),
      size >= 8, position + size <= description.bytes.count
    {
      let added = Self.missing(light.boxes, in: description.bytes[position..<position + size])
      description.bytes.insert(contentsOf: added.bytes, at: position + added.place)
      description.bytes.set(UInt32(size + added.bytes.count), at: position)
      position += size + added.bytes.count
    }
    tables["stsd"] = description
    information["stbl"] = tables
    media["minf"] = information
    self["mdia"] = media
  }

  /// The boxes that a video sample entry lacks, and where they belong: after its other boxes, before
  /// QuickTime's terminator.
  private static func missing(
    _ boxes: [Box], in entry: ArraySlice<UInt8>
  ) -> (bytes: [UInt8], place: Int) {
    let entry = Array(entry)
    // The fields of a visual sample entry.
    var place = 86, known: Set<UInt32> = []
    while let size = entry.number(UInt32.self, at: place).map(Int.init), size >= 8,
      place + size <= entry.count, let kind = entry.number(UInt32.self, at: place + 4)
    {
      known.insert(kind)
      place += size
    }
    let lacking = boxes.filter { !known.contains($0.kind.value) }
    return (lacking.flatMap(\.encoded), min(place, entry.count))
  }
}
