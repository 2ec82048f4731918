import Glibc

/// An arc of an ellipse from a point to another, as the command `A` of SVG states it.
struct SVGArc {
  var radii: (x: Double, y: Double)
  /// The rotation of the ellipse in degrees clockwise.
  var rotation: Double
  /// Whether the arc is the longer one of the two.
  var isLarge: Bool
  /// Whether the arc runs clockwise.
  var isClockwise: Bool
  var end: Point

  /// The arc as cubic curves of at most a quarter each; empty if a radius is 0, which makes it a line.
  ///
  /// The centre follows from SVG 2, appendix B.2.4. The curves touch the ellipse at their ends and in
  /// the middle.
  func curves(from start: Point) -> [(first: Point, second: Point, end: Point)] {
    var (rx, ry) = (abs(radii.x), abs(radii.y))
    if rx == 0 || ry == 0 || start == end { return [] }
    let (sine, cosine) = (sin(rotation * .pi / 180), cos(rotation * .pi / 180))
    let half = ((start.x - end.x) / 2, (start.y - end.y) / 2)
    let (x, y) = (cosine * half.0 + sine * half.1, cosine * half.1 - sine * half.0)
    // Radii that are too small grow until the ellipse reaches both points.
    let lack = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if lack > 1 { (rx, ry) = (rx * lack.squareRoot(), ry * lack.squareRoot()) }
    let distance = (rx * y) * (rx * y) + (ry * x) * (ry * x)
    let part = max(0, (rx * ry * rx * ry - distance) / distance).squareRoot()
    let side = isLarge == isClockwise ? -part : part
    let middle = (side * rx * y / ry, -side * ry * x / rx)
    let from = atan2((y - middle.1) / ry, (x - middle.0) / rx)
    var turn = atan2((-y - middle.1) / ry, (-x - middle.0) / rx) - from
    if isClockwise, turn < 0 { turn += 2 * .pi }
    if !isClockwise, turn > 0 { turn -= 2 * .pi }
    func place(_ u: Double, _ v: Double) -> Point {
      let (x, y) = (middle.0 + rx * u, middle.1 + ry * v)
      return Point(
        x: cosine * x - sine * y + (start.x + end.x) / 2,
        y: sine * x + cosine * y + (start.y + end.y) / 2)
    }
    let count = max(1, Int((abs(turn) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = turn / Double(count), reach = 4 / 3 * tan(step / 4)
    return (0..<count).map { index in
      let (a, b) = (from + step * Double(index), from + step * Double(index + 1))
      return (
        place(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
        place(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
        index == count - 1 ? end : place(cos(b), sin(b))
      )
    }
  }
}
