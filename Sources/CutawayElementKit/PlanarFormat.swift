/// The shape of a frame in three planes: luma, and two of chroma with half the columns and rows
/// (GStreamer's `I420`).
public struct PlanarFormat: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The columns of a plane: 0 is luma.
  @inlinable
  public func width(of plane: Int) -> Int { plane == 0 ? width : (width + 1) / 2 }

  /// The rows of a plane.
  @inlinable
  public func height(of plane: Int) -> Int { plane == 0 ? height : (height + 1) / 2 }

  /// The rows in about `count` bands of the same height, without empty ones.
  ///
  /// Each starts with an even row, so that no row of chroma belongs to two.
  public func bands(_ count: Int) -> [Range<Int>] {
    let pairs = (height + 1) / 2
    return (0..<count).map { index in
      pairs * index / count * 2..<min(height, pairs * (index + 1) / count * 2)
    }.filter { !$0.isEmpty }
  }
}
