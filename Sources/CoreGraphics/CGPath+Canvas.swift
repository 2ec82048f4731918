import CutawayDrawing

extension CGPath {
  /// The steps in pixels of a canvas, to which a transform leads.
  func steps(in matrix: CGAffineTransform) -> [Canvas.PathStep] {
    var current = CGPoint.zero
    return steps.map { $0.applying(matrix) }.map { step in
      let cubic = step.cubic(from: current)
      current = step.points.last ?? current
      switch cubic {
      case .move(let point): return .move(x: Double(point.x), y: Double(point.y))
      case .line(let point): return .line(x: Double(point.x), y: Double(point.y))
      case .quad(_, let end): return .line(x: Double(end.x), y: Double(end.y))
      case .curve(let a, let b, let end):
        return .curve(
          x1: Double(a.x), y1: Double(a.y), x2: Double(b.x), y2: Double(b.y), x: Double(end.x),
          y: Double(end.y))
      case .close: return .close
      }
    }
  }
}

extension CGLineCap {
  var canvasCap: Canvas.Line.Cap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension CGLineJoin {
  var canvasJoin: Canvas.Line.Join {
    switch self {
    case .miter: .miter
    case .round: .round
    case .bevel: .bevel
    }
  }
}
