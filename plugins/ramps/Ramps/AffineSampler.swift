import Composition
import ElementKit

/// Draws a frame through an affine transform, row by row.
///
/// Every output pixel is the mean of one or more bilinear samples, spread evenly over the square that
/// it covers in the output: one where the layer grows or keeps its size, more where it shrinks, so
/// that no source pixel is skipped. Pixels that the layer's edge crosses get the part of alpha that
/// the layer covers.
public struct AffineSampler: Sendable {
  /// From output to source.
  let inverse: TransformMatrix
  /// The part of the source that shows.
  private let visible: Rectangle
  /// Samples a pixel along the output's axes.
  let samples: (x: Int, y: Int)
  /// How far the source moves per output pixel, square to the source's edges.
  private let slope: (u: Double, v: Double)

  /// - Parameters:
  ///   - matrix: From source to output.
  ///   - visible: The part of the source that shows, in its pixels and inside the frame.
  init(_ matrix: TransformMatrix, visible: Rectangle) {
    let inverse = matrix.inverted
    self.visible = inverse == nil ? Rectangle(x: 0, y: 0, width: 0, height: 0) : visible
    self.inverse = inverse ?? .identity
    let m = self.inverse
    func count(_ dx: Double, _ dy: Double) -> Int {
      // A bilinear sample reaches over two source pixels, so a step of somewhat more than one
      // leaves nothing out.
      min(16, max(1, Int(((dx * dx + dy * dy).squareRoot() / 1.25).rounded(.up))))
    }
    samples = (count(m.a, m.b), count(m.c, m.d))
    slope = ((m.a * m.a + m.c * m.c).squareRoot(), (m.b * m.b + m.d * m.d).squareRoot())
  }

  /// Draws the rows of the output from `firstRow` on that `band` is.
  func render(_ source: FrameView, into band: inout VideoFrame, firstRow: Int) {
    let width = band.format.width, frame = (source.format.width, source.format.height)
    var interior = Interior(self, source: source, rows: firstRow..<firstRow + band.format.height)
    for row in 0..<band.format.height {
      let spans = Spans(of: self, row: firstRow + row, width: width, frame: frame)
      band.clear(0..<spans.touched.lowerBound, row: row)
      band.clear(spans.touched.upperBound..<width, row: row)
      // Four pixels at a time; the rest is the edge's.
      let end = spans.inner.lowerBound + spans.inner.count & ~3
      let inner = spans.inner.lowerBound..<end
      if !inner.isEmpty {
        interior.draw(source, into: &band, row: row, outputRow: firstRow + row, columns: inner)
      }
      let left = spans.touched.lowerBound..<inner.lowerBound
      let right = inner.upperBound..<spans.touched.upperBound
      drawEdge(source, into: &band, row: row, outputRow: firstRow + row, left)
      drawEdge(source, into: &band, row: row, outputRow: firstRow + row, right)
    }
  }

  /// Which pixels of a row the layer touches, and which lie so deep in it that neither its edge nor
  /// that of the frame matters.
  private struct Spans {
    var touched: Range<Int>
    var inner: Range<Int>

    init(of sampler: AffineSampler, row: Int, width: Int, frame: (width: Int, height: Int)) {
      let m = sampler.inverse, area = sampler.visible
      let y = Double(row) + 0.5
      // Source coordinates of the centre of pixel x are (u0 + m.a·x, v0 + m.b·x).
      let u0 = m.a * 0.5 + m.c * y + m.tx, v0 = m.b * 0.5 + m.d * y + m.ty
      let (su, sv) = (sampler.slope.u / 2, sampler.slope.v / 2)
      var outer = (low: 0.0, high: Double(width))
      clip(&outer, u0, m.a, area.x - su, area.x + area.width + su)
      clip(&outer, v0, m.b, area.y - sv, area.y + area.height + sv)
      touched = Self.range(
        outer.low.rounded(.up), outer.high.rounded(.up), within: 0..<width)
      if area.isEmpty { touched = 0..<0 }
      // All samples of an inner pixel have their four neighbours in the frame.
      let ru = (abs(m.a) + abs(m.c)) / 2, rv = (abs(m.b) + abs(m.d)) / 2
      var inside = outer
      clip(
        &inside, u0, m.a, max(area.x + su, 0.5 + ru) + 0.001,
        min(area.x + area.width - su, Double(frame.width) - 0.5 - ru) - 0.001)
      clip(
        &inside, v0, m.b, max(area.y + sv, 0.5 + rv) + 0.001,
        min(area.y + area.height - sv, Double(frame.height) - 0.5 - rv) - 0.001)
      inner = Self.range(inside.low.rounded(.up), inside.high.rounded(.down), within: touched)
    }

    private static func range(_ low: Double, _ high: Double, within: Range<Int>) -> Range<Int> {
      let start = min(max(Int(low), within.lowerBound), within.upperBound)
      return start..<min(max(Int(high), start), within.upperBound)
    }
  }
}

/// Narrows a range of x to where `origin + step·x` lies between two values.
private func clip(
  _ range: inout (low: Double, high: Double), _ origin: Double, _ step: Double, _ minimum: Double,
  _ maximum: Double
) {
  if abs(step) < 1e-12 {
    if origin < minimum || origin > maximum { range.high = range.low }
    return
  }
  let a = (minimum - origin) / step, b = (maximum - origin) / step
  range.low = max(range.low, min(a, b))
  range.high = max(range.low, min(range.high, max(a, b)))
}

// MARK: - Pixels

extension AffineSampler {
  /// Draws pixels that an edge crosses, or whose samples reach over the frame's border, one by one.
  private func drawEdge(
    _ source: FrameView, into band: inout VideoFrame, row: Int, outputRow: Int,
    _ columns: Range<Int>
  ) {
    let alpha = source.format.layout.alphaIndex
    var pixels = band[row: row]
    for x in columns {
      let coverage = coverage(x: Double(x) + 0.5, y: Double(outputRow) + 0.5)
      if coverage <= 0 {
        pixels[x] = Pixel()
        continue
      }
      var sum = SIMD4<Double>()
      for j in 0..<samples.y {
        let y = Double(outputRow) + (Double(j) + 0.5) / Double(samples.y)
        for i in 0..<samples.x {
          let x = Double(x) + (Double(i) + 0.5) / Double(samples.x)
          sum += bilinear(
            source, inverse.a * x + inverse.c * y + inverse.tx,
            inverse.b * x + inverse.d * y + inverse.ty)
        }
      }
      sum /= Double(samples.x * samples.y)
      sum[alpha] *= coverage
      pixels[x] = Pixel(sum.rounded(.toNearestOrAwayFromZero))
    }
  }

  /// A sample around the point `(u, v)`; past the border the frame's outermost pixels go on.
  private func bilinear(_ source: FrameView, _ u: Double, _ v: Double) -> SIMD4<Double> {
    let width = Double(source.format.width), height = Double(source.format.height)
    let x = min(max(u - 0.5, 0), width - 1), y = min(max(v - 0.5, 0), height - 1)
    let left = Int(x), top = Int(y)
    let right = min(left + 1, source.format.width - 1)
    let bottom = min(top + 1, source.format.height - 1)
    let fx = x - Double(left), fy = y - Double(top)
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> { SIMD4<Double>(source[x, y]) }
    let upper = pixel(left, top) * (1 - fx) + pixel(right, top) * fx
    let lower = pixel(left, bottom) * (1 - fx) + pixel(right, bottom) * fx
    return upper * (1 - fy) + lower * fy
  }

  /// The part of the pixel around an output point that the layer covers: exact where the layer's
  /// edges are upright, near enough where they are not.
  private func coverage(x: Double, y: Double) -> Double {
    let u = inverse.a * x + inverse.c * y + inverse.tx
    let v = inverse.b * x + inverse.d * y + inverse.ty
    func part(_ position: Double, _ start: Double, _ length: Double, _ slope: Double) -> Double {
      // Distances from the two edges, in output pixels, inwards.
      let a = (position - start) / slope, b = (start + length - position) / slope
      return max(0, min(max(a + 0.5, 0), 1) + min(max(b + 0.5, 0), 1) - 1)
    }
    return part(u, visible.x, visible.width, slope.u) * part(v, visible.y, visible.height, slope.v)
  }
}

extension TransformMatrix {
  /// What takes this transform back, or `nil` where it flattens the plane.
  fileprivate var inverted: TransformMatrix? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let (ia, ib, ic, id) = (
      d / determinant, -b / determinant, -c / determinant, a / determinant
    )
    return TransformMatrix(
      a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
  }
}
