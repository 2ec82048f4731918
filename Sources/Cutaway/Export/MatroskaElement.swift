/// An element of EBML in memory; RFC 8794.
struct MatroskaElement {
  let id: [UInt8]
  /// All of it, its name and its length too.
  let bytes: ArraySlice<UInt8>
  let content: ArraySlice<UInt8>

  /// Where it ends, as an index of what it was read from.
  var end: Int { bytes.endIndex }

  /// The element that bytes begin with; `nil` if they hold no whole one.
  init?(_ source: ArraySlice<UInt8>) {
    guard let first = source.first, first != 0 else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    let rest = source.dropFirst(idLength)
    guard idLength <= 4, let marker = rest.first, marker != 0 else { return nil }
    let sizeLength = marker.leadingZeroBitCount + 1
    guard rest.count >= sizeLength else { return nil }
    // The marker is the first bit that is set; what follows it is the number.
    let top = UInt64(marker & UInt8(truncatingIfNeeded: 0xFF >> sizeLength))
    let length = rest.dropFirst().prefix(sizeLength - 1).reduce(top) { $0 << 8 | UInt64($1) }
    let content = rest.dropFirst(sizeLength)
    guard length <= UInt64(content.count) else { return nil }
    id = Array(source.prefix(idLength))
    self.content = content.prefix(Int(length))
    bytes = source[source.startIndex..<self.content.endIndex]
  }

  /// An element of other elements, or of other bytes of any length.
  init(_ id: [UInt8], _ content: [UInt8]) {
    let head = id + Self.size(content.count)
    let all = (head + content)[...]
    self.id = id
    bytes = all
    self.content = all.dropFirst(head.count)
  }

  /// A short element, of 126 bytes at most, whose length has one byte as `matroskamux` writes it.
  init(_ id: [UInt8], short content: [UInt8]) {
    let all = (id + [0x80 | UInt8(content.count)] + content)[...]
    self.id = id
    bytes = all
    self.content = all.suffix(content.count)
  }

  /// The elements in it, one after the other.
  var children: [MatroskaElement] { Self.elements(in: content) }

  /// Its content as a number.
  var number: UInt64 { content.reduce(0) { $0 << 8 | UInt64($1) } }

  static func elements(in bytes: ArraySlice<UInt8>) -> [MatroskaElement] {
    var rest = bytes, found: [MatroskaElement] = []
    while let next = MatroskaElement(rest) {
      found.append(next)
      rest = rest[next.end...]
    }
    return found
  }

  /// A length in eight bytes.
  static func size(_ length: Int) -> [UInt8] { [0x01] + number(UInt64(length), bytes: 7) }

  /// A number in so many bytes.
  static func number(_ value: UInt64, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A number in as few bytes as hold it.
  static func number(_ value: UInt64) -> [UInt8] {
    number(value, bytes: max(1, (71 - value.leadingZeroBitCount) / 8))
  }
}

extension MatroskaElement {
  /// The names that are looked for or written.
  ///
  /// Source: RFC 9559.
  enum ID {
    static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    static let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
    static let seekHead: [UInt8] = [0x11, 0x4D, 0x9B, 0x74], seek: [UInt8] = [0x4D, 0xBB]
    static let seekID: [UInt8] = [0x53, 0xAB], seekPosition: [UInt8] = [0x53, 0xAC]
    static let information: [UInt8] = [0x15, 0x49, 0xA9, 0x66]
    static let segmentUID: [UInt8] = [0x73, 0xA4], date: [UInt8] = [0x44, 0x61]
    static let tracks: [UInt8] = [0x16, 0x54, 0xAE, 0x6B], track: [UInt8] = [0xAE]
    static let trackUID: [UInt8] = [0x73, 0xC5]
    static let chapters: [UInt8] = [0x10, 0x43, 0xA7, 0x70], edition: [UInt8] = [0x45, 0xB9]
    static let editionUID: [UInt8] = [0x45, 0xBC], chapter: [UInt8] = [0xB6]
    static let chapterUID: [UInt8] = [0x73, 0xC4]
    static let cues: [UInt8] = [0x1C, 0x53, 0xBB, 0x6B], cuePoint: [UInt8] = [0xBB]
    static let cuePositions: [UInt8] = [0xB7], cueClusterPosition: [UInt8] = [0xF1]
    static let tags: [UInt8] = [0x12, 0x54, 0xC3, 0x67], tag: [UInt8] = [0x73, 0x73]
    static let targets: [UInt8] = [0x63, 0xC0], simpleTag: [UInt8] = [0x67, 0xC8]
    static let targetTrack: [UInt8] = [0x63, 0xC5], targetEdition: [UInt8] = [0x63, 0xC9]
    static let targetChapter: [UInt8] = [0x63, 0xC4]
    static let tagName: [UInt8] = [0x45, 0xA3], tagString: [UInt8] = [0x44, 0x87]

    /// Those that are looked into.
    static let containers: Set<[UInt8]> = [
      seekHead, seek, information, tracks, track, chapters, edition, chapter, cues, cuePoint,
      cuePositions, tags, tag, targets,
    ]
  }

  /// The element with others in the place of some that it holds, however deep.
  ///
  /// - Parameter change: Given each element that holds no others that are looked into; `nil` keeps it.
  /// - Returns: The element, with the lengths that this takes.
  func replacing(_ change: (MatroskaElement) -> MatroskaElement?) -> MatroskaElement {
    guard ID.containers.contains(id) else { return change(self) ?? self }
    return MatroskaElement(id, children.flatMap { $0.replacing(change).bytes })
  }
}
