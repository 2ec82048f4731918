import Foundation

/// What a Matroska or WebM file says of itself, written anew after GStreamer's `matroskamux` 1.22, which
/// knows few keys and puts quotes and backslashes around texts with spaces.
///
/// The muxer writes the tags as the last part of the file, so that only they and the length of the
/// segment change. Source: RFC 9559, sections 5.1.8 (Tags) and 6.2 (sizes).
struct MatroskaTags {
  /// Names, such as `TITLE`, and their texts.
  let entries: [(name: String, value: String)]

  private enum ID {
    static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    static let seekHead: [UInt8] = [0x11, 0x4D, 0x9B, 0x74]
    static let seek: [UInt8] = [0x4D, 0xBB]
    static let seekID: [UInt8] = [0x53, 0xAB]
    static let seekPosition: [UInt8] = [0x53, 0xAC]
    static let tags: [UInt8] = [0x12, 0x54, 0xC3, 0x67]
    static let tag: [UInt8] = [0x73, 0x73]
    static let targets: [UInt8] = [0x63, 0xC0]
    static let trackUID: [UInt8] = [0x63, 0xC5]
    static let simpleTag: [UInt8] = [0x67, 0xC8]
    static let tagName: [UInt8] = [0x45, 0xA3]
    static let tagString: [UInt8] = [0x44, 0x87]
  }

  /// Replaces the tags of the whole film; those of its tracks stay.
  ///
  /// - Throws: ``ExportError`` where the file is not as `matroskamux` leaves it; then nothing has been
  ///   changed. Errors of the file system.
  func write(to path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let head = Array(try file.read(upToCount: 4096) ?? Data())
    // A header, and the segment whose length has eight bytes.
    guard let header = MatroskaElement(head[...]), header.end + 12 <= head.count,
      Array(head[header.end..<header.end + 4]) == ID.segment, head[header.end + 4] == 0x01
    else { throw Self.unknownShape }
    let content = header.end + 12
    guard let position = Self.position(of: ID.tags, in: head[content...]) else {
      throw Self.unknownShape
    }
    let start = UInt64(content) + position
    try file.seek(toOffset: start)
    let old = Array(try file.readToEnd() ?? Data())
    guard let element = MatroskaElement(old[...]), element.id == ID.tags,
      element.end == old.count, old.count < 1 << 20
    else { throw Self.unknownShape }
    let kept = element.children.filter { tag in
      tag.children.contains { $0.id == ID.targets && $0.children.contains { $0.id == ID.trackUID } }
    }
    let tags = Self.element(ID.tags, ownTag + kept.flatMap(\.bytes))
    try file.seek(toOffset: start)
    try file.write(contentsOf: tags)
    try file.truncate(atOffset: start + UInt64(tags.count))
    try file.seek(toOffset: UInt64(header.end + 4))
    let length = start + UInt64(tags.count) - UInt64(content)
    try file.write(contentsOf: Self.size(Int(length)))
  }

  private static let unknownShape = ExportError(.failed, "the Matroska file has no tags at its end")

  private var ownTag: [UInt8] {
    Self.element(
      ID.tag,
      Self.element(ID.targets, [])
        + entries.flatMap { entry in
          Self.element(
            ID.simpleTag,
            Self.element(ID.tagName, Array(entry.name.utf8))
              + Self.element(ID.tagString, Array(entry.value.utf8)))
        })
  }

  /// Where the seek head says that an element is, from the segment's content on.
  private static func position(of id: [UInt8], in content: ArraySlice<UInt8>) -> UInt64? {
    guard let head = MatroskaElement(content), head.id == ID.seekHead else { return nil }
    for seek in head.children where seek.id == ID.seek {
      let parts = seek.children
      guard parts.contains(where: { $0.id == ID.seekID && Array($0.content) == id }),
        let position = parts.first(where: { $0.id == ID.seekPosition })
      else { continue }
      return position.content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    return nil
  }

  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    id + size(content.count) + content
  }

  /// A length in eight bytes.
  private static func size(_ length: Int) -> [UInt8] {
    [0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
  }
}

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

  var children: [MatroskaElement] {
    var rest = content, found: [MatroskaElement] = []
    while let next = MatroskaElement(rest) {
      found.append(next)
      rest = rest[next.end...]
    }
    return found
  }
}
