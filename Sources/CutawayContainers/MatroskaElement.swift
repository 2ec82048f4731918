/// An element of a Matroska file in memory.
struct MatroskaElement {
  let name: UInt64
  /// All of it, its name and its length too.
  let bytes: ArraySlice<UInt8>
  let content: ArraySlice<UInt8>

  /// Where it ends, as an index of what it was read from.
  var end: Int { bytes.endIndex }

  /// The element that bytes begin with; `nil` if they hold no whole one.
  init?(_ source: ArraySlice<UInt8>) {
    let head = EBMLHead(source), content = source.dropFirst(head?.length ?? 0)
    guard let head, let size = head.size, size <= content.count else { return nil }
    name = head.name
    self.content = content.prefix(size)
    bytes = source[source.startIndex..<self.content.endIndex]
  }

  /// An element of other elements, or of other bytes of any length.
  init(_ name: UInt64, _ content: [UInt8]) {
    let head = Self.number(name) + Self.size(content.count)
    let all = (head + content)[...]
    self.name = name
    bytes = all
    self.content = all.dropFirst(head.count)
  }

  /// A short element, of 126 bytes at most, whose length has one byte as `matroskamux` writes it.
  init(_ name: UInt64, short content: [UInt8]) {
    let all = (Self.number(name) + [0x80 | UInt8(content.count)] + content)[...]
    self.name = name
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
  /// The element with others in the place of some that it holds, however deep.
  ///
  /// - Parameter change: Given each element that holds no others that are looked into; `nil` keeps it.
  /// - Returns: The element, with the lengths that this takes.
  func replacing(_ change: (MatroskaElement) -> MatroskaElement?) -> MatroskaElement {
    guard MatroskaName.containers.contains(name) else { return change(self) ?? self }
    return MatroskaElement(name, children.flatMap { $0.replacing(change).bytes })
  }
}
