extension LayerPath {
  /// The path whose coordinates are computed from those of this one and another; `nil` if the steps
  /// of the two differ.
  func combined(
    with other: LayerPath, _ change: (Double, Double) -> Double
  ) -> LayerPath? {
    guard steps.count == other.steps.count else { return nil }
    func point(_ a: Point, _ b: Point) -> Point { Point(x: change(a.x, b.x), y: change(a.y, b.y)) }
    var path = LayerPath()
    for pair in zip(steps, other.steps) {
      switch pair {
      case (.move(let a), .move(let b)): path.add(.move(point(a, b)))
      case (.line(let a), .line(let b)): path.add(.line(point(a, b)))
      case (.curve(let a1, let a2, let a), .curve(let b1, let b2, let b)):
        path.add(.curve(point(a1, b1), point(a2, b2), to: point(a, b)))
      case (.close, .close): path.add(.close)
      default: return nil
      }
    }
    return path
  }

  /// The path in the syntax of SVG's `d` attribute.
  public var svg: String {
    func text(_ points: Point...) -> String {
      points.map { "\($0.x) \($0.y)" }.joined(separator: " ")
    }
    return steps.map { step in
      switch step {
      case .move(let point): "M " + text(point)
      case .line(let point): "L " + text(point)
      case .curve(let a, let b, let end): "C " + text(a, b, end)
      case .close: "Z"
      }
    }.joined(separator: " ")
  }
}
