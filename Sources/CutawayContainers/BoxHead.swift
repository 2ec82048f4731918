/// The first bytes of a box: its kind, and how long it is (ISO/IEC 14496-12, 4.2).
struct BoxHead {
  let kind: FourCC
  /// With the head itself.
  let length: Int
  /// How many bytes come before the inside.
  let headLength: Int

  /// How many bytes a head has at most.
  static let longest = 16

  /// Reads the head that bytes begin with; `nil` where they are too few, or its length is too short or too
  /// long for the space that the box lies in.
  ///
  /// - Parameters:
  ///   - bytes: The box's first bytes, ``longest`` of them where there are as many.
  ///   - space: How many bytes there are from the start of the box on.
  ///   - isLast: Whether a length of 0 stands for all of the space, as at the end of a file.
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
