/// A rectangle of whole pixels in the plane of a picture: x grows to the right, and y grows upwards.
public struct Region: Sendable, Hashable {
  /// The first column.
  public var minX: Int
  /// The lowest row.
  public var minY: Int
  /// The column after the last one.
  public var maxX: Int
  /// The row above the highest one.
  public var maxY: Int

  /// Creates a region; it is empty if a maximum is not above its minimum.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// Creates a region from its lowest left pixel and its size.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The coordinate beyond which a region counts as infinite.
  static let far = 1 << 30

  /// No pixels.
  public static let empty = Region(minX: 0, minY: 0, maxX: 0, maxY: 0)
  /// The whole plane.
  public static let infinite = Region(minX: -far, minY: -far, maxX: far, maxY: far)

  /// The number of columns.
  public var width: Int { max(0, maxX - minX) }
  /// The number of rows.
  public var height: Int { max(0, maxY - minY) }
  /// Whether it contains no pixels.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// Whether a side has no end.
  public var isInfinite: Bool {
    !isEmpty
      && (minX <= -Self.far || minY <= -Self.far || maxX >= Self.far || maxY >= Self.far)
  }

  /// The columns.
  var columns: Range<Int> { minX..<max(minX, maxX) }
  /// The rows.
  var rows: Range<Int> { minY..<max(minY, maxY) }

  /// The pixels in both.
  public func intersection(_ other: Region) -> Region {
    let common = Region(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return common.isEmpty ? .empty : common
  }

  /// The smallest region with the pixels of both.
  public func union(_ other: Region) -> Region {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Region(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The region with `margin` more pixels on each side, or fewer if it is negative.
  public func outset(by margin: Int) -> Region { outset(x: margin, y: margin) }

  /// The region with `x` more columns and `y` more rows on each side.
  public func outset(x: Int, y: Int) -> Region {
    if isEmpty { return .empty }
    return Region(
      minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y
    ).limited
  }

  /// The region, moved.
  public func moved(x: Int, y: Int) -> Region {
    if isEmpty { return .empty }
    func sum(_ value: Int, _ step: Int) -> Int { abs(value) >= Self.far ? value : value + step }
    return Region(
      minX: sum(minX, x), minY: sum(minY, y), maxX: sum(maxX, x), maxY: sum(maxY, y)
    ).limited
  }

  /// Whether all pixels of `other` are in this region.
  public func contains(_ other: Region) -> Bool { other.isEmpty || intersection(other) == other }

  private var limited: Region { intersection(.infinite) }

  /// The smallest region with all points of a rectangle; `nil` if a side is not a number.
  public init?(covering minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
    guard minX < maxX, minY < maxY else {
      if minX.isNaN || minY.isNaN || maxX.isNaN || maxY.isNaN { return nil }
      self = .empty
      return
    }
    func whole(_ value: Double) -> Int { Int(min(max(value, -Double(Self.far)), Double(Self.far))) }
    // Errors of rounding in a transform must not add a row.
    let slack = 1e-6
    self.init(
      minX: whole((minX + slack).rounded(.down)), minY: whole((minY + slack).rounded(.down)),
      maxX: whole((maxX - slack).rounded(.up)), maxY: whole((maxY - slack).rounded(.up)))
  }
}
