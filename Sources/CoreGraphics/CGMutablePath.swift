/// A path that can be changed.
public final class CGMutablePath: CGPath {
  /// Creates an empty path.
  public init() { super.init(steps: []) }

  private func add(_ step: CGPathStep, _ transform: CGAffineTransform) {
    if steps.isEmpty {
      switch step {
      case .move: break
      // A path without a start begins at the end of its first step.
      case .line(let point), .quad(_, let point), .curve(_, _, let point):
        steps.append(.move(point.applying(transform)))
        if case .line = step { return }
      case .close: return
      }
    }
    steps.append(step.applying(transform))
  }

  /// Starts a part at a point.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    add(.move(point), transform)
  }

  /// Adds a line.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    add(.line(point), transform)
  }

  /// Adds lines between points, from the first on.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  /// Adds a curve with one control point.
  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) { add(.quad(control, to: end), transform) }

  /// Adds a curve with two control points.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint,
    transform: CGAffineTransform = .identity
  ) { add(.curve(control1, control2, to: end), transform) }

  /// Adds a line to the start of the part.
  public func closeSubpath() { add(.close, .identity) }

  /// Adds a rectangle, from its origin along x.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    addLines(
      between: [
        CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
        CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
      ], transform: transform)
    closeSubpath()
  }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds an ellipse, from its right end towards +y.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    addUnitArc(
      from: 0, sweep: 2 * .pi,
      CGAffineTransform(
        a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY
      ).concatenating(transform), connecting: false)
    closeSubpath()
  }

  /// Adds a rectangle with round corners, which are at most half a side.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    let width = min(max(cornerWidth, 0), rect.width / 2)
    let height = min(max(cornerHeight, 0), rect.height / 2)
    guard width > 0, height > 0 else { return addRect(rect, transform: transform) }
    let (left, right) = (rect.minX + width, rect.maxX - width)
    let (low, high) = (rect.minY + height, rect.maxY - height)
    move(to: CGPoint(x: left, y: rect.minY), transform: transform)
    let corners: [(CGFloat, CGFloat, CGFloat)] = [
      (right, low, -.pi / 2), (right, high, 0), (left, high, .pi / 2), (left, low, .pi),
    ]
    for (x, y, angle) in corners {
      addUnitArc(
        from: angle, sweep: .pi / 2,
        CGAffineTransform(a: width, b: 0, c: 0, d: height, tx: x, ty: y).concatenating(transform),
        connecting: true)
    }
    closeSubpath()
  }

  /// Adds a part of a circle; angles in radians, from the x axis towards the y axis.
  ///
  /// With `clockwise`, the arc goes against the direction of growing angles.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * CGFloat.pi
    var sweep = endAngle - startAngle
    if abs(sweep) >= turn {
      sweep = clockwise ? -turn : turn
    } else if clockwise {
      if sweep > 0 { sweep -= turn }
    } else if sweep < 0 {
      sweep += turn
    }
    addUnitArc(
      from: startAngle, sweep: sweep,
      CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
        .concatenating(transform), connecting: true)
  }

  /// Adds a part of a circle by its angle.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    addUnitArc(
      from: startAngle, sweep: delta,
      CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
        .concatenating(transform), connecting: true)
  }

  /// Adds a line and an arc that touches two lines: from the current point to one end, and from there
  /// to the other.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    let start = currentPoint.applying(transform.inverted())
    let (u, v) = (
      CGPoint(x: start.x - tangent1End.x, y: start.y - tangent1End.y),
      CGPoint(x: tangent2End.x - tangent1End.x, y: tangent2End.y - tangent1End.y)
    )
    let (lengthU, lengthV) = (hypot(u.x, u.y), hypot(v.x, v.y))
    let cross = u.x * v.y - u.y * v.x
    guard lengthU > 0, lengthV > 0, abs(cross) > 1e-12 * lengthU * lengthV, radius > 0 else {
      return addLine(to: tangent1End, transform: transform)
    }
    let half = acos(max(-1, min(1, (u.x * v.x + u.y * v.y) / (lengthU * lengthV)))) / 2
    let distance = radius / tan(half), way = radius / sin(half)
    func point(_ w: CGPoint, _ length: CGFloat) -> CGPoint {
      CGPoint(
        x: tangent1End.x + w.x / length * distance, y: tangent1End.y + w.y / length * distance)
    }
    let (from, to) = (point(u, lengthU), point(v, lengthV))
    let middle = CGPoint(x: u.x / lengthU + v.x / lengthV, y: u.y / lengthU + v.y / lengthV)
    let norm = hypot(middle.x, middle.y)
    let center = CGPoint(
      x: tangent1End.x + middle.x / norm * way, y: tangent1End.y + middle.y / norm * way)
    addArc(
      center: center, radius: radius, startAngle: atan2(from.y - center.y, from.x - center.x),
      endAngle: atan2(to.y - center.y, to.x - center.x), clockwise: cross > 0,
      transform: transform)
  }

  /// Adds all steps of a path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    steps += path.steps.map { $0.applying(transform) }
  }

  /// Adds a part of the unit circle, in pieces of at most a quarter.
  private func addUnitArc(
    from start: CGFloat, sweep: CGFloat, _ matrix: CGAffineTransform, connecting: Bool
  ) {
    func point(_ angle: CGFloat) -> CGPoint { CGPoint(x: cos(angle), y: sin(angle)) }
    if connecting, !steps.isEmpty {
      add(.line(point(start)), matrix)
    } else {
      add(.move(point(start)), matrix)
    }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let piece = sweep / CGFloat(count), reach = 4 / 3 * tan(piece / 4)
    for index in 0..<count {
      let (from, to) = (start + piece * CGFloat(index), start + piece * CGFloat(index + 1))
      let (a, b) = (point(from), point(to))
      add(
        .curve(
          CGPoint(x: a.x - reach * a.y, y: a.y + reach * a.x),
          CGPoint(x: b.x + reach * b.y, y: b.y - reach * b.x), to: b), matrix)
    }
  }
}
