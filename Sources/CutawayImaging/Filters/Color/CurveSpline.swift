/// A natural cubic spline: a smooth curve through points, with no curvature at its ends.
struct CurveSpline: Sendable {
  private let x: [Double], y: [Double]
  /// The second derivatives at the points.
  private let bend: [Double]

  /// Creates a curve.
  ///
  /// - Parameter points: The points in any order. Of points at the same place, the last one counts.
  ///   Without points that are numbers, the curve is the diagonal.
  init(_ points: [SIMD2<Double>]) {
    var places: [(x: Double, y: Double)] = []
    let finite = points.filter { $0.x.isFinite && $0.y.isFinite }
    for point in finite.enumerated().sorted(by: {
      ($0.element.x, $0.offset) < ($1.element.x, $1.offset)
    }) {
      // Points that are nearly at the same place would bend the curve without limits.
      if let last = places.last, point.element.x - last.x < 1e-4 { places.removeLast() }
      places.append((point.element.x, point.element.y))
    }
    if places.isEmpty { places = [(0, 0), (1, 1)] }
    let (x, y, count) = (places.map(\.x), places.map(\.y), places.count)
    // Thomas' algorithm for the tridiagonal system of the inner points.
    var bend = [Double](repeating: 0, count: count), factor = bend
    for index in 1..<max(count - 1, 1) {
      let before = x[index] - x[index - 1], after = x[index + 1] - x[index]
      let slopes = (y[index + 1] - y[index]) / after - (y[index] - y[index - 1]) / before
      let pivot = 2 * (before + after) - before * factor[index - 1]
      factor[index] = after / pivot
      bend[index] = (6 * slopes - before * bend[index - 1]) / pivot
    }
    for index in (0..<max(count - 1, 0)).reversed() {
      bend[index] -= factor[index] * bend[index + 1]
    }
    (self.x, self.y, self.bend) = (x, y, bend)
  }

  /// The height of the curve.
  ///
  /// Beyond its ends it is a line.
  func callAsFunction(_ place: Double) -> Double {
    let last = x.count - 1
    guard last > 0 else { return y[0] }
    if place <= x[0] { return y[0] + slope(0, 0) * (place - x[0]) }
    if place >= x[last] { return y[last] + slope(last - 1, 1) * (place - x[last]) }
    var index = 0
    while index < last - 1, place > x[index + 1] { index += 1 }
    let width = x[index + 1] - x[index]
    let b = (place - x[index]) / width, a = 1 - b
    let curved = (a * a * a - a) * bend[index] + (b * b * b - b) * bend[index + 1]
    return a * y[index] + b * y[index + 1] + curved * width * width / 6
  }

  /// The slope at the begin (0) or the end (1) of a piece.
  private func slope(_ index: Int, _ part: Double) -> Double {
    let width = x[index + 1] - x[index], a = 1 - part
    let curved = (3 * part * part - 1) * bend[index + 1] - (3 * a * a - 1) * bend[index]
    return (y[index + 1] - y[index]) / width + curved * width / 6
  }
}
