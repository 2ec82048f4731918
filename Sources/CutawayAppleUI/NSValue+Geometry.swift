public import CoreGraphics
import CutawayApple
public import Foundation

extension NSValue {
  /// Creates a value that holds a point.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  /// Creates a value that holds a size.
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  /// Creates a value that holds a rectangle.
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }
  /// The point in the value.
  public var cgPointValue: CGPoint { pointValue }
  /// The size in the value.
  public var cgSizeValue: CGSize { sizeValue }
  /// The rectangle in the value.
  public var cgRectValue: CGRect { rectValue }
  /// Creates a value that holds a transform.
  public convenience init(cgAffineTransform: CGAffineTransform) {
    self.init(providing: { sameInstance(BoxedValue(cgAffineTransform)) })
  }
  /// The transform in the value; the identity if it holds something else.
  public var cgAffineTransformValue: CGAffineTransform {
    (self as? BoxedValue<CGAffineTransform>)?.content ?? .identity
  }
}
