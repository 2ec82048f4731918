/// A read-only view of the contents of a box.
///
/// Bytes past its end read as 0.
///
/// To change a box, use ``Box``. A view parses its contents only on access.
package struct BoxView: Sendable {
  private let bytes: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The index at which the contents start in the bytes that were read.
  package var offset: Int { bytes.startIndex }

  /// The number of bytes.
  package var count: Int { bytes.count }

  package func byte(_ offset: Int) -> Int {
    let index = bytes.startIndex + offset
    return index < bytes.endIndex ? Int(bytes[index]) : 0
  }

  /// The unsigned four-byte number at an offset.
  package func word(_ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | byte(offset + $1) }
  }

  /// The signed four-byte number at an offset, in two's complement.
  package func signedWord(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: word(offset))) }

  /// The eight-byte number at an offset.
  package func longWord(_ offset: Int) -> Int { word(offset) << 32 | word(offset + 4) }

  /// The four-character code at an offset, such as that of a handler.
  package func kind(_ offset: Int) -> FourCC { FourCC(value: UInt32(word(offset))) }

  /// The first box of a kind in the contents.
  package func box(_ kind: FourCC) -> BoxView? { boxes(kind).first }

  /// The boxes of a kind in the contents.
  package func boxes(_ kind: FourCC) -> [BoxView] {
    boxes(from: 0).filter { $0.kind == kind }.map(\.inside)
  }

  /// The consecutive boxes from an offset on, up to one that does not fit.
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
  /// A part of the contents.
  ///
  /// Bytes past the end are left out.
  package func part(_ range: Range<Int>) -> BoxView {
    let start = bytes.startIndex
    return BoxView(
      bytes[
        (start + range.lowerBound..<start + range.upperBound).clamped(to: bytes.indices)])
  }
}
