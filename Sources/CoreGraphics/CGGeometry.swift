// The functions of CGGeometry.h that old code uses.

/// A point.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
/// A size.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize {
  CGSize(width: width, height: height)
}
/// A rectangle.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
/// Whether two sizes are equal.
public func CGSizeEqualToSize(_ size1: CGSize, _ size2: CGSize) -> Bool { size1 == size2 }
/// The point (0, 0).
public let CGPointZero = CGPoint.zero
/// A size without area.
public let CGSizeZero = CGSize.zero
/// A rectangle without area.
public let CGRectZero = CGRect.zero
/// The rectangle that contains everything.
public let CGRectInfinite = CGRect.infinite
/// No rectangle.
public let CGRectNull = CGRect.null

/// A displacement.
public struct CGVector: Sendable, Hashable, Codable {
  /// The horizontal and the vertical part.
  public var dx, dy: CGFloat
  /// Creates a displacement.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
  /// No displacement.
  public static let zero = CGVector(dx: 0, dy: 0)
}

/// The form of a line's ends.
public enum CGLineCap: Int32, Sendable {
  /// At the end, a half circle around it, a half square around it.
  case butt, round, square
}

/// The form of a line's corners.
public enum CGLineJoin: Int32, Sendable {
  /// Pointed, round, cut off.
  case miter, round, bevel
}

/// The quality of scaling; Cutaway chooses it by itself.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The cases of Core Graphics.
  case `default` = 0, none = 1, low = 2, medium = 4, high = 3
}
