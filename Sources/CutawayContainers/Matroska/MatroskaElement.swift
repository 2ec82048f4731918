/// An element of a Matroska file, in memory.
struct MatroskaElement {
  let name: UInt64
  /// The whole element, with its identifier and its size.
  let bytes: ArraySlice<UInt8>
  let content: ArraySlice<UInt8>

  /// The end of the element, as an index of the bytes that it was read from.
  var end: Int { bytes.endIndex }

  /// Reads the element at the start of the bytes; `nil` if they do not contain a complete one.
  init?(_ source: ArraySlice<UInt8>) {
    let head = EBMLHead(source), content = source.dropFirst(head?.length ?? 0)
    guard let head, let size = head.size, size <= content.count else { return nil }
    name = head.name
    self.content = content.prefix(size)
    bytes = source[source.startIndex..<self.content.endIndex]
  }

  /// Creates an element from other elements, or from other contents of any length.
  init(_ name: UInt64, _ content: [UInt8]) {
    let head = Self.number(name) + Self.size(content.count)
    let all = (head + content)[...]
    self.name = name
    bytes = all
    self.content = all.dropFirst(head.count)
  }

  /// Creates an element of at most 126 bytes, whose size takes one byte as `matroskamux` writes it.
  init(_ name: UInt64, short content: [UInt8]) {
    let all = (Self.number(name) + [0x80 | UInt8(content.count)] + content)[...]
    self.name = name
    bytes = all
    self.content = all.suffix(content.count)
  }

  /// The elements in the contents, in order.
  var children: [MatroskaElement] { Self.elements(in: content) }

  /// The contents as an unsigned integer.
  var number: UInt64 { content.reduce(0) { $0 << 8 | UInt64($1) } }

  static func elements(in bytes: ArraySlice<UInt8>) -> [MatroskaElement] {
    var rest = bytes, found: [MatroskaElement] = []
    while let next = MatroskaElement(rest) {
      found.append(next)
      rest = rest[next.end...]
    }
    return found
  }

  /// A size, encoded in eight bytes.
  static func size(_ length: Int) -> [UInt8] { [0x01] + number(UInt64(length), bytes: 7) }

  /// A number, encoded in `count` bytes.
  static func number(_ value: UInt64, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A number, encoded in as few bytes as possible.
  static func number(_ value: UInt64) -> [UInt8] {
    number(value, bytes: max(1, (71 - value.leadingZeroBitCount) / 8))
  }
}

extension MatroskaElement {
  /// Replaces some of the contained elements, at any depth.
  ///
  /// - Parameter change: Called with each element that is not a known container; `nil` keeps the
  ///   element.
  /// - Returns: The element, with its sizes adapted.
  func replacing(_ change: (MatroskaElement) -> MatroskaElement?) -> MatroskaElement {
    guard MatroskaName.containers.contains(name) else { return change(self) ?? self }
    return MatroskaElement(name, children.flatMap { $0.replacing(change).bytes })
  }
}
