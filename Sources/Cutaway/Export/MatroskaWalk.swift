import Foundation

/// The elements of a Matroska or WebM file, read where they lie.
struct MatroskaWalk {
  let file: FileHandle

  struct Element {
    /// With the bits that mark its length, as RFC 9559 has it.
    var name: UInt64
    /// Where its name begins.
    var start: UInt64
    var body: Range<UInt64>
  }

  /// The elements that follow each other in a range.
  ///
  /// - Throws: Errors of the file system.
  func elements(in range: Range<UInt64>) throws -> [Element] {
    var position = range.lowerBound, found: [Element] = []
    while position < range.upperBound, let element = try element(at: position, in: range) {
      found.append(element)
      position = element.body.upperBound
    }
    return found
  }

  private func element(at position: UInt64, in range: Range<UInt64>) throws -> Element? {
    let bytes = try bytes(at: position, count: 12)
    guard let name = Number(bytes), let size = Number(bytes.dropFirst(name.length)) else {
      return nil
    }
    let start = position + UInt64(name.length + size.length)
    guard start <= range.upperBound else { return nil }
    // A size that is not known reaches to the end of what it is in.
    let end = start + min(size.value, range.upperBound - start)
    return Element(name: name.marked, start: position, body: start..<end)
  }

  /// Bytes of the file, fewer where it ends.
  func bytes(at position: UInt64, count: Int) throws -> Data {
    try file.seek(toOffset: position)
    return try file.read(upToCount: count) ?? Data()
  }

  /// A number of one to eight bytes, as many as its first byte has leading zeros, and one.
  struct Number {
    var length: Int
    /// With the bit that marks the length, as names are written.
    var marked: UInt64
    /// Without it.
    var value: UInt64

    init?(_ bytes: Data) {
      guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount else {
        return nil
      }
      length = first.leadingZeroBitCount + 1
      marked = bytes.prefix(length).reduce(0) { $0 << 8 | UInt64($1) }
      value = marked ^ (1 << UInt64(7 * length))
    }
  }
}
