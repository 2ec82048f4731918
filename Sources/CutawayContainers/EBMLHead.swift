/// The name and the size that an EBML element begins with (RFC 8794).
struct EBMLHead {
  /// With the bits that mark its length, as specifications write names.
  let name: UInt64
  /// How many bytes of content follow; `nil` where it is unknown.
  let size: Int?
  /// How many bytes the head has.
  let length: Int

  /// No head is longer.
  static let longest = 12

  /// Reads the head that bytes begin with; `nil` if they hold no whole one.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let name = EBMLNumber(bytes), name.length <= 4,
      let size = EBMLNumber(bytes.dropFirst(name.length))
    else { return nil }
    self.name = name.marked
    self.size = size.value
    length = name.length + size.length
  }
}

/// A number that says its own length in the leading zeros of its first byte: one to eight bytes.
struct EBMLNumber {
  let length: Int
  /// With the bit that marks the length.
  let marked: UInt64

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount else {
      return nil
    }
    length = first.leadingZeroBitCount + 1
    marked = bytes.prefix(length).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Without the bit that marks the length; `nil` where all others are set, which stands for unknown.
  var value: Int? {
    let bit = UInt64(1) << UInt64(7 * length)
    let value = marked ^ bit
    return value == bit - 1 ? nil : Int(value)
  }
}
