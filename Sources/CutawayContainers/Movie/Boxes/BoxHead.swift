/// The head of a box: its kind and its size (ISO/IEC 14496-12, 4.2).
struct BoxHead {
  let kind: FourCC
  /// The size of the box in bytes, with the head.
  let length: Int
  /// The number of bytes before the contents.
  let headLength: Int

  /// The maximum size of a head in bytes.
  static let longest = 16

  /// Reads the head at the start of the bytes.
  ///
  /// The result is `nil` if there are too few bytes, or if the size is too small for the head or
  /// too large for the space.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the box: ``longest`` of them, if there are as many.
  ///   - space: The number of bytes from the start of the box to the end of its container.
  ///   - isLast: Whether a size of 0 means the whole space, as at the end of a file.
  init?(_ bytes: ArraySlice<UInt8>, space: Int, mayBeLast isLast: Bool = false) {
    guard let short = bytes.number(UInt32.self, at: 0),
      let kind = bytes.number(UInt32.self, at: 4)
    else { return nil }
    headLength = short == 1 ? 16 : 8
    let stated: UInt64? =
      switch short {
      case 0 where isLast: UInt64(space)
      case 1: bytes.number(at: 8)
      default: UInt64(short)
      }
    guard let stated, stated >= headLength, stated <= space else { return nil }
    self.kind = FourCC(value: kind)
    length = Int(stated)
  }
}
