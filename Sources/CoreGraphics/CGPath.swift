/// A path of lines and curves.
open class CGPath {
  /// The steps of the path.
  package var steps: [CGPathStep]

  init(steps: [CGPathStep]) { self.steps = steps }

  /// Creates a rectangle, from its origin along x.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    unsafe path.addRect(rect, transform: transform?.pointee ?? .identity)
    self.init(steps: path.steps)
  }

  /// Creates an ellipse, from its right end towards +y.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    unsafe path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
    self.init(steps: path.steps)
  }

  /// Creates a rectangle with round corners.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let path = CGMutablePath()
    unsafe path.addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
      transform: transform?.pointee ?? .identity)
    self.init(steps: path.steps)
  }

  /// Whether the path has no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// The last point; (0, 0) without one.
  public var currentPoint: CGPoint {
    var start = CGPoint.zero, current = CGPoint.zero
    for step in steps {
      switch step {
      case .move(let point): (start, current) = (point, point)
      case .line(let point), .quad(_, let point), .curve(_, _, let point): current = point
      case .close: current = start
      }
    }
    return current
  }

  /// The smallest upright rectangle around all points, also control points; `null` without points.
  public var boundingBox: CGRect { CGRect(around: steps.flatMap(\.points)) }

  /// The smallest upright rectangle around the path; `null` without points.
  public var boundingBoxOfPath: CGRect { CGRect(around: lines.flatMap(\.self)) }

  /// An immutable copy.
  public func copy() -> CGPath? { CGPath(steps: steps) }

  /// A transformed copy.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    guard let matrix = unsafe transform?.pointee else { return copy() }
    return CGPath(steps: steps.map { $0.applying(matrix) })
  }

  /// A copy that can be changed.
  public func mutableCopy() -> CGMutablePath? {
    let path = CGMutablePath()
    path.steps = steps
    return path
  }

  /// Whether a point lies inside.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    let point = point.applying(transform.inverted())
    var winding = 0
    for line in lines {
      for (a, b) in zip(line, line.dropFirst() + line.prefix(1))
      where (a.y <= point.y) != (b.y <= point.y) {
        let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        if x > point.x { winding += a.y < b.y ? 1 : -1 }
      }
    }
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  /// Calls a closure with each element.
  public func applyWithBlock(_ block: (CGPathElement) -> Void) {
    for step in steps { block(CGPathElement(type: step.type, points: step.points)) }
  }

  /// The parts as polygons; a curve is 32 lines.
  private var lines: [[CGPoint]] {
    var lines: [[CGPoint]] = [], line: [CGPoint] = []
    for step in steps {
      switch step {
      case .move(let point):
        if line.count > 1 { lines.append(line) }
        line = [point]
      case .line(let point): line.append(point)
      case .quad, .curve:
        guard let start = line.last, case .curve(let a, let b, let end) = step.cubic(from: start)
        else { continue }
        for index in 1...32 {
          let t = CGFloat(index) / 32, s = 1 - t
          let (w, x, y, z) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          line.append(
            CGPoint(
              x: w * start.x + x * a.x + y * b.x + z * end.x,
              y: w * start.y + x * a.y + y * b.y + z * end.y))
        }
      case .close: if let first = line.first { line.append(first) }
      }
    }
    return line.count > 1 ? lines + [line] : lines
  }
}

extension CGPath: Hashable {
  /// Whether the steps are equal.
  public static func == (a: CGPath, b: CGPath) -> Bool { a.steps == b.steps }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }

  /// The path in the syntax of SVG's `d` attribute, transformed.
  package func svg(_ matrix: CGAffineTransform = .identity) -> String {
    func text(_ points: CGPoint...) -> String {
      points.map { "\(Double($0.x)) \(Double($0.y))" }.joined(separator: " ")
    }
    return steps.map { $0.applying(matrix) }.map { step in
      switch step {
      case .move(let point): "M\(text(point))"
      case .line(let point): "L\(text(point))"
      case .quad(let control, let end): "Q\(text(control, end))"
      case .curve(let a, let b, let end): "C\(text(a, b, end))"
      case .close: "Z"
      }
    }.joined()
  }
}

/// How the inside of a path is found.
public enum CGPathFillRule: Int, Sendable {
  /// By the number of turns around a point.
  case winding
  /// By the number of crossings.
  case evenOdd
}

/// The kind of a step of a path.
public enum CGPathElementType: Int32, Sendable {
  /// A start, a line, curves with one and two control points, and a line to the start.
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// A step of a path.
public struct CGPathElement: Sendable {
  /// The kind.
  public var type: CGPathElementType
  /// Its points, the end is the last.
  public var points: [CGPoint]
}

/// A step of a path.
package enum CGPathStep: Sendable, Hashable {
  case move(CGPoint)
  case line(CGPoint)
  case quad(CGPoint, to: CGPoint)
  case curve(CGPoint, CGPoint, to: CGPoint)
  case close

  package var points: [CGPoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quad(let control, let end): [control, end]
    case .curve(let a, let b, let end): [a, b, end]
    case .close: []
    }
  }

  fileprivate var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quad: .addQuadCurveToPoint
    case .curve: .addCurveToPoint
    case .close: .closeSubpath
    }
  }

  package func applying(_ matrix: CGAffineTransform) -> CGPathStep {
    switch self {
    case .move(let point): .move(point.applying(matrix))
    case .line(let point): .line(point.applying(matrix))
    case .quad(let control, let end):
      .quad(control.applying(matrix), to: end.applying(matrix))
    case .curve(let a, let b, let end):
      .curve(a.applying(matrix), b.applying(matrix), to: end.applying(matrix))
    case .close: .close
    }
  }

  /// A curve with two control points instead of one; others are unchanged.
  package func cubic(from start: CGPoint) -> CGPathStep {
    guard case .quad(let control, let end) = self else { return self }
    func between(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * 2 / 3, y: a.y + (b.y - a.y) * 2 / 3)
    }
    return .curve(between(start, control), between(end, control), to: end)
  }
}
