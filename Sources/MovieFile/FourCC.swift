/// The kind of a box: four bytes, for the most part letters.
package struct FourCC: Hashable, Sendable {
  package var value: UInt32

  package init(value: UInt32) { self.value = value }

  /// The last four characters count, of each its low byte: `©` is 0xA9, as Apple has it.
  package init(_ text: String) {
    value = text.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }
  }
}

extension FourCC: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension FourCC: CustomStringConvertible {
  package var description: String {
    String(
      String.UnicodeScalarView(
        [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: value >> $0)) }))
  }
}
