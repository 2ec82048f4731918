/// The size of a planar frame: luma, and two chroma planes with half the columns and rows
/// (GStreamer's `I420`).
public struct PlanarFormat: Sendable, Hashable {
  /// The number of luma columns.
  public var width: Int
  /// The number of luma rows.
  public var height: Int

  /// Creates a format with a size in pixels; the chroma size is rounded up.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of columns of a plane: 0 is luma, 1 and 2 are chroma.
  @inlinable
  public func width(of plane: Int) -> Int { plane == 0 ? width : (width + 1) / 2 }

  /// The number of rows of a plane: 0 is luma, 1 and 2 are chroma.
  @inlinable
  public func height(of plane: Int) -> Int { plane == 0 ? height : (height + 1) / 2 }

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
