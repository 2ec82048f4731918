/// A place or a distance in two dimensions.
///
/// Its unit and its origin are those of the property that has it.
public struct Point: Sendable, Hashable, Codable {
  /// The horizontal coordinate, which increases to the right.
  public var x: Double
  /// The vertical coordinate, which increases downwards.
  public var y: Double

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension Point: ComponentValue {
  /// Interpolates both coordinates linearly.
  public static func interpolate(
    from: Self, to: Self, progress p: Double, as: Interpolation
  ) -> Self {
    Point(x: from.x + (to.x - from.x) * p, y: from.y + (to.y - from.y) * p)
  }

  /// 2: `x` and `y`.
  public static var componentCount: Int { 2 }
  /// `x` and `y`.
  public var components: [Double] { [x, y] }
  /// Creates a point from `x` and `y`.
  public init(components c: [Double]) { self.init(x: c[0], y: c[1]) }
}
