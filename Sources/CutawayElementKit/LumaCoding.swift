/// How samples of luma and chroma represent R′G′B′ (Recommendation ITU-R BT.601, BT.709, BT.2020).
public struct LumaCoding: Sendable, Hashable {
  /// The weight of red in luma.
  public let kr: Double
  /// The weight of blue in luma.
  public let kb: Double
  /// Whether samples use all values, else 16…235 and 16…240 in 8 bits.
  public let isFullRange: Bool

  /// Creates a coding from the weights of red and blue in luma.
  public init(kr: Double, kb: Double, isFullRange: Bool) {
    self.kr = kr
    self.kb = kb
    self.isFullRange = isFullRange
  }

  /// BT.709 in video range.
  public static let bt709 = Self(kr: 0.2126, kb: 0.0722, isFullRange: false)

  /// BT.2020 in video range, of which BT.2100 is a part.
  public static let bt2020 = Self(kr: 0.2627, kb: 0.0593, isFullRange: false)

  /// The values of a plane: 0 is luma, 1 and 2 are chroma.
  ///
  /// - Returns: The sample for black or for no colour, and the distance from black to white, or from
  ///   the least chroma to the greatest.
  public func range(of plane: Int, depth: Int) -> (zero: Int, span: Int) {
    let scale = depth - 8
    if isFullRange { return (plane == 0 ? 0 : 128 << scale, (1 << depth) - 1) }
    return plane == 0 ? (16 << scale, 219 << scale) : (128 << scale, 224 << scale)
  }
}
