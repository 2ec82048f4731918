/// The kind of a box: four bytes, mostly letters.
package struct FourCC: Hashable, Sendable {
  package var value: UInt32

  package init(value: UInt32) { self.value = value }

  /// Takes the low byte of each of the last four characters: `©` is 0xA9, as in Apple's formats.
  package init(_ text: String) {
    value = text.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }
  }
}

extension FourCC {
  /// The four bytes as stored in a file.
  var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}

extension FourCC: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension FourCC: CustomStringConvertible {
  /// The characters, with a point for each one that cannot be printed.
  package var description: String {
    let characters = bytes.map { byte -> Character in
      byte & 0x7F < 0x20 || byte == 0x7F ? "." : Character(Unicode.Scalar(byte))
    }
    return String(characters)
  }
}
