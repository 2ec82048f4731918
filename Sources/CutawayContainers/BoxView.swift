/// The inside of a box, read where it lies: what lies past its end reads as 0.
///
/// ``Box`` is a box to be changed; this is one to be looked at, and costs nothing until it is.
package struct BoxView: Sendable {
  private let bytes: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Where it begins in what was read.
  package var offset: Int { bytes.startIndex }

  /// How many bytes it has.
  package var count: Int { bytes.count }

  package func byte(_ offset: Int) -> Int {
    let index = bytes.startIndex + offset
    return index < bytes.endIndex ? Int(bytes[index]) : 0
  }

  /// A number of four bytes.
  package func word(_ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | byte(offset + $1) }
  }

  /// A number of four bytes in two's complement.
  package func signedWord(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: word(offset))) }

  /// A number of eight bytes.
  package func longWord(_ offset: Int) -> Int { word(offset) << 32 | word(offset + 4) }

  /// A kind, as that of a handler.
  package func kind(_ offset: Int) -> FourCC { FourCC(value: UInt32(word(offset))) }

  /// The first box of a kind in it.
  package func box(_ kind: FourCC) -> BoxView? { boxes(kind).first }

  /// The boxes of a kind in it.
  package func boxes(_ kind: FourCC) -> [BoxView] {
    boxes(from: 0).filter { $0.kind == kind }.map(\.inside)
  }

  /// The boxes that follow each other from an offset on, up to one that does not fit.
  package func boxes(from offset: Int) -> [(kind: FourCC, inside: BoxView)] {
    var found: [(kind: FourCC, inside: BoxView)] = [], rest = bytes.dropFirst(offset)
    while let head = BoxHead(rest, space: rest.count) {
      found.append((head.kind, BoxView(rest.prefix(head.length).dropFirst(head.headLength))))
      rest = rest.dropFirst(head.length)
    }
    return found
  }
}

extension BoxView {
  /// A part of it; what lies past the end is left out.
  package func part(_ range: Range<Int>) -> BoxView {
    let start = bytes.startIndex
    return BoxView(
      bytes[
        (start + range.lowerBound..<start + range.upperBound).clamped(to: bytes.indices)])
  }
}
