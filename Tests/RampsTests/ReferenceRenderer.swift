import CutawayElementKit
import CutawayKeyframes

/// Draws a frame through a transform in a slow and simple way, in double precision, as the
/// reference for the fast renderer.
///
/// Coverage is counted on a grid of points inside each pixel. The colour is the bilinear sample at
/// the pixel's centre where the layer keeps its size or grows, and the mean of all covered points'
/// samples where it shrinks.
struct ReferenceRenderer {
  let source: Image
  let transform: TransformMatrix
  let visible: Rectangle

  private static let grid = 12

  /// The result over a background, as doubles.
  func draw(width: Int, height: Int, over background: SIMD4<Double>) -> [SIMD4<Double>] {
    let determinant = transform.a * transform.d - transform.b * transform.c
    func toSource(_ x: Double, _ y: Double) -> (u: Double, v: Double) {
      let (dx, dy) = (x - transform.tx, y - transform.ty)
      return (
        (dx * transform.d - dy * transform.c) / determinant,
        (dy * transform.a - dx * transform.b) / determinant
      )
    }
    func isVisible(_ u: Double, _ v: Double) -> Bool {
      u >= visible.x && u < visible.x + visible.width && v >= visible.y
        && v < visible.y + visible.height
    }
    let origin = toSource(0, 0), right = toSource(1, 0), down = toSource(0, 1)
    func length(_ a: (u: Double, v: Double)) -> Double {
      ((a.u - origin.u) * (a.u - origin.u) + (a.v - origin.v) * (a.v - origin.v)).squareRoot()
    }
    let shrinks = max(length(right), length(down)) > 1.0001
    let count = Self.grid
    return (0..<width * height).map { index in
      let (x, y) = (Double(index % width), Double(index / width))
      var covered = 0, sum = SIMD4<Double>()
      for point in 0..<count * count {
        let (u, v) = toSource(
          x + (Double(point % count) + 0.5) / Double(count),
          y + (Double(point / count) + 0.5) / Double(count))
        guard isVisible(u, v) else { continue }
        covered += 1
        if shrinks { sum += sample(u, v) }
      }
      if covered == 0 { return background }
      let centre = toSource(x + 0.5, y + 0.5)
      let color = shrinks ? sum / Double(covered) : sample(centre.u, centre.v)
      let alpha = Double(covered) / Double(count * count)
      return color * alpha + background * (1 - alpha)
    }
  }

  private func sample(_ u: Double, _ v: Double) -> SIMD4<Double> {
    let (width, height) = (source.format.width, source.format.height)
    let x = min(max(u - 0.5, 0), Double(width - 1)), y = min(max(v - 0.5, 0), Double(height - 1))
    let (left, top) = (Int(x), Int(y))
    let (fx, fy) = (x - Double(left), y - Double(top))
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
      SIMD4<Double>(source[min(x, width - 1), min(y, height - 1)])
    }
    return (pixel(left, top) * (1 - fx) + pixel(left + 1, top) * fx) * (1 - fy)
      + (pixel(left, top + 1) * (1 - fx) + pixel(left + 1, top + 1) * fx) * fy
  }
}
