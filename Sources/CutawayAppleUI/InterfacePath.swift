public import CoreGraphics

/// A path, under the names of UIKit and AppKit.
///
/// Angles grow from the x axis towards the y axis, as in UIKit's coordinates clockwise.
public final class InterfacePath: NSObject {
  private let path = CGMutablePath()
  /// The thickness of lines.
  public var lineWidth: CGFloat = 1

  /// Creates an empty path.
  public override init() {}
  /// Creates a rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }
  /// Creates an ellipse.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }
  /// Creates a rectangle with round corners.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
  }
  /// Creates a rectangle with round corners.
  public convenience init(roundedRect rect: CGRect, xRadius: CGFloat, yRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: xRadius, cornerHeight: yRadius)
  }
  /// Creates a part of a circle.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: !clockwise)
  }
  /// Creates a path of Core Graphics.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// The path of Core Graphics.
  public var cgPath: CGPath { path.copy() ?? path }
  /// The smallest rectangle around the path.
  public var bounds: CGRect { path.boundingBoxOfPath }
  /// The last point.
  public var currentPoint: CGPoint { path.currentPoint }
  /// Starts a part at a point.
  public func move(to point: CGPoint) { path.move(to: point) }
  /// Adds a line.
  public func addLine(to point: CGPoint) { path.addLine(to: point) }
  /// Adds a line.
  public func line(to point: CGPoint) { path.addLine(to: point) }
  /// Adds a curve with two control points.
  public func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
  }
  /// Adds a curve with two control points.
  public func curve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
  }
  /// Adds a curve with one control point.
  public func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: end, control: controlPoint)
  }
  /// Adds a part of a circle.
  public func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: !clockwise)
  }
  /// Adds a line to the start of the part.
  public func close() { path.closeSubpath() }
  /// Adds all steps of a path.
  public func append(_ bezierPath: InterfacePath) { path.addPath(bezierPath.path) }
}

/// Distances to the four sides.
public struct InterfaceInsets: Sendable, Hashable {
  /// The distances.
  public var top, left, bottom, right: CGFloat
  /// Creates distances.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
  /// No distances.
  public static let zero = InterfaceInsets(top: 0, left: 0, bottom: 0, right: 0)
}

/// A screen; a server has none, so its size is that of a usual film, with one pixel for a point.
public final class InterfaceScreen: NSObject, Sendable {
  private static let only = InterfaceScreen()
  /// The only screen.
  public static var main: InterfaceScreen { only }
  /// The pixels of a point.
  public var scale: CGFloat { 1 }
  /// The pixels of a point.
  public var backingScaleFactor: CGFloat { 1 }
  /// The size of the screen.
  public var bounds: CGRect { CGRect(x: 0, y: 0, width: 1_920, height: 1_080) }
  /// The size of the screen.
  public var frame: CGRect { bounds }
}
