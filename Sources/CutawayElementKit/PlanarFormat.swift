/// The format of a planar frame: luma, and two chroma planes (GStreamer's `I420`, `Y42B` and `Y444`,
/// and their deeper relatives such as `I420_10LE`).
public struct PlanarFormat: Sendable, Hashable {
  /// The number of luma columns.
  public var width: Int
  /// The number of luma rows.
  public var height: Int
  /// The resolution of the chroma planes.
  public var chroma: Chroma
  /// The number of bits of a sample: 8, or up to 16 in the low bits of two bytes.
  public var depth: Int
  /// Whether Cb and Cr alternate in plane 1, as in NV12.
  ///
  /// The plane then counts as one of twice as many columns, and there is no plane 2. Only drawings for
  /// which a mixer accepts it have such a format.
  public package(set) var alternatesChroma = false

  /// The resolution of the chroma planes.
  public enum Chroma: Sendable, Hashable, CaseIterable {
    /// Half the columns and rows of luma (4:2:0).
    case halved
    /// Half the columns of luma, and all rows (4:2:2).
    case halvedColumns
    /// The resolution of luma (4:4:4).
    case full

    /// Whether a chroma sample represents two columns of luma.
    @inlinable
    public var halvesColumns: Bool { self != .full }

    /// Whether a chroma sample represents two rows of luma.
    @inlinable
    public var halvesRows: Bool { self == .halved }
  }

  /// Creates a format with a size in pixels; a halved chroma size is rounded up.
  public init(width: Int, height: Int, chroma: Chroma = .halved, depth: Int = 8) {
    self.width = width
    self.height = height
    self.chroma = chroma
    self.depth = depth
  }

  /// The planes: luma, and chroma in one plane or two.
  @inlinable
  public var planes: Range<Int> { 0..<(alternatesChroma ? 2 : 3) }

  /// The number of columns of a plane: 0 is luma, 1 and 2 are chroma.
  @inlinable
  public func width(of plane: Int) -> Int {
    if plane == 0 { return width }
    let columns = chroma.halvesColumns ? (width + 1) / 2 : width
    return alternatesChroma ? 2 * columns : columns
  }

  /// The number of rows of a plane: 0 is luma, 1 and 2 are chroma.
  @inlinable
  public func height(of plane: Int) -> Int {
    plane == 0 || !chroma.halvesRows ? height : (height + 1) / 2
  }

  /// The rows of a plane that belong to luma rows; the first luma row is even.
  @inlinable
  public func rows(of plane: Int, for luma: Range<Int>) -> Range<Int> {
    plane == 0 || !chroma.halvesRows
      ? luma : luma.lowerBound / 2..<(luma.upperBound + 1) / 2
  }

  /// The number of bits of a sample in memory: 8 or 16.
  @inlinable
  public var bitsPerSample: Int { depth > 8 ? 16 : 8 }

  /// The sample of video-range black: 16 for luma and 128 for chroma, in 8 bits.
  @inlinable
  public func black(of plane: Int) -> Int { (plane == 0 ? 16 : 128) << (depth - 8) }

  /// Divides the luma rows into about `count` bands of about the same height, and omits empty ones.
  ///
  /// Each band starts with an even row, so that no chroma row belongs to two bands.
  public func bands(_ count: Int) -> [Range<Int>] {
    let pairs = (height + 1) / 2
    return (0..<count).map { index in
      pairs * index / count * 2..<min(height, pairs * (index + 1) / count * 2)
    }.filter { !$0.isEmpty }
  }
}
