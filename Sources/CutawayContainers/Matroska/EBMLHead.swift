/// The identifier and the size at the start of an EBML element (RFC 8794).
struct EBMLHead {
  /// The identifier with its length marker, as specifications write it.
  let name: UInt64
  /// The number of bytes of content; `nil` if it is unknown.
  let size: Int?
  /// The number of bytes of the head itself.
  let length: Int

  /// The maximum length of a head in bytes.
  static let longest = 12

  /// Reads the head at the start of the bytes; `nil` if they do not contain a complete one.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let name = EBMLNumber(bytes), name.length <= 4,
      let size = EBMLNumber(bytes.dropFirst(name.length))
    else { return nil }
    self.name = name.marked
    self.size = size.value
    length = name.length + size.length
  }
}

/// A number of one to eight bytes.
///
/// The leading zeros of its first byte state its length.
struct EBMLNumber {
  let length: Int
  /// The number with its length marker.
  let marked: UInt64

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount else {
      return nil
    }
    length = first.leadingZeroBitCount + 1
    marked = bytes.prefix(length).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The number without its length marker; `nil` if all other bits are set, which means unknown.
  var value: Int? {
    let bit = UInt64(1) << UInt64(7 * length)
    let value = marked ^ bit
    return value == bit - 1 ? nil : Int(value)
  }
}
