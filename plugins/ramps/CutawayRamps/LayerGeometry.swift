import CutawayElementKit
import CutawayKeyframes
import Glibc

/// The geometry of a transformed, cropped frame: the source position of every output pixel, and the
/// fraction of it that the layer covers.
///
/// Coordinates are pixels of a plane, whose centres lie at half-integers.
struct LayerGeometry: Sendable {
  /// The transform from output to source.
  let inverse: TransformMatrix
  /// The visible part of the source.
  let visible: Rectangle
  /// The number of samples per pixel along the axes of the output.
  ///
  /// It is one if the layer keeps its size or grows, and more if it shrinks, so that no source
  /// pixel is skipped.
  let samples: SampleCounts
  /// The displacement in the source per output pixel, perpendicular to the source's edges.
  private let slope: (u: Double, v: Double)

  struct SampleCounts: Sendable, Equatable {
    var x: Int
    var y: Int
  }

  /// Creates a geometry.
  ///
  /// - Parameters:
  ///   - matrix: The transform from source to output.
  ///   - visible: The visible part of the source, in its pixels and inside the frame.
  init(_ matrix: TransformMatrix, visible: Rectangle) {
    // A layer a billion pixels away, or a billion times smaller, is invisible.
    let inverse = matrix.inverted.flatMap { $0.isWithin(1e9) ? $0 : nil }
    self.visible = inverse == nil ? Rectangle(x: 0, y: 0, width: 0, height: 0) : visible
    self.inverse = inverse ?? .identity
    let m = self.inverse
    samples = SampleCounts(
      x: AxisFilter.samples(forStep: hypot(m.a, m.b)),
      y: AxisFilter.samples(forStep: hypot(m.c, m.d)))
    slope = (hypot(m.a, m.c), hypot(m.b, m.d))
  }

  /// Whether a pixel that an edge crosses, or whose samples exceed the frame, shows none but the two
  /// outermost pixels at a side of the source.
  ///
  /// Such a pixel reaches less than 1.5 source pixels across the edge, where its samples are at most
  /// two, and a sample reads half a pixel further.
  var edgesShowOnlyBorder: Bool {
    let m = inverse
    return max(abs(m.a) + abs(m.c), abs(m.b) + abs(m.d)) < 1.5
  }

  /// The part of the pixel around an output point that the layer covers.
  ///
  /// It is exact for axis-aligned layers, and an approximation for others.
  func coverage(x: Double, y: Double) -> Double {
    let u = inverse.a * x + inverse.c * y + inverse.tx
    let v = inverse.b * x + inverse.d * y + inverse.ty
    func part(_ position: Double, _ start: Double, _ length: Double, _ slope: Double) -> Double {
      // The distances from the two edges, in output pixels; positive inside the layer.
      let a = (position - start) / slope, b = (start + length - position) / slope
      return max(0, min(max(a + 0.5, 0), 1) + min(max(b + 0.5, 0), 1) - 1)
    }
    return part(u, visible.x, visible.width, slope.u) * part(v, visible.y, visible.height, slope.v)
  }

  /// The pixels of a row that the layer touches, and its interior pixels.
  ///
  /// Interior pixels are so far inside that neither the edge of the layer nor that of the frame
  /// affects them.
  struct Spans: Equatable {
    var touched: Range<Int>
    /// The pixels whose samples all have four neighbours in the frame.
    var inner: Range<Int>
  }

  /// The touched and the interior pixels of a row.
  ///
  /// - Parameters:
  ///   - row: A row of the output.
  ///   - width: The width of the output.
  ///   - frame: The size of the source.
  /// - Returns: Columns of the output.
  func spans(row: Int, width: Int, frame: (width: Int, height: Int)) -> Spans {
    if visible.isEmpty { return Spans(touched: 0..<0, inner: 0..<0) }
    let m = inverse, area = visible
    let y = Double(row) + 0.5
    // The source coordinates of the centre of pixel x are (u0 + m.a·x, v0 + m.b·x).
    let u0 = m.a * 0.5 + m.c * y + m.tx, v0 = m.b * 0.5 + m.d * y + m.ty
    let (su, sv) = (slope.u / 2, slope.v / 2)
    var outer = (low: 0.0, high: Double(width))
    clip(&outer, u0, m.a, area.x - su, area.x + area.width + su)
    clip(&outer, v0, m.b, area.y - sv, area.y + area.height + sv)
    let touched = range(outer.low.rounded(.up), outer.high.rounded(.up), within: 0..<width)
    let ru = (abs(m.a) + abs(m.c)) / 2, rv = (abs(m.b) + abs(m.d)) / 2
    // Fast kernels round positions to 256ths or finer.
    let margin = 0.005
    var inside = outer
    clip(
      &inside, u0, m.a, max(area.x + su, 0.5 + ru) + margin,
      min(area.x + area.width - su, Double(frame.width) - 0.5 - ru) - margin)
    clip(
      &inside, v0, m.b, max(area.y + sv, 0.5 + rv) + margin,
      min(area.y + area.height - sv, Double(frame.height) - 0.5 - rv) - margin)
    let inner = range(inside.low.rounded(.up), inside.high.rounded(.down), within: touched)
    return Spans(touched: touched, inner: inner)
  }
}

private func range(_ low: Double, _ high: Double, within: Range<Int>) -> Range<Int> {
  func bounded(_ value: Double, from start: Int) -> Int {
    Int(max(Double(start), min(value, Double(within.upperBound))))
  }
  let start = bounded(low, from: within.lowerBound)
  return start..<bounded(high, from: start)
}

/// Narrows a range of x to the part in which `origin + step·x` lies between two values; to nothing
/// if the minimum exceeds the maximum.
private func clip(
  _ range: inout (low: Double, high: Double), _ origin: Double, _ step: Double, _ minimum: Double,
  _ maximum: Double
) {
  if minimum > maximum {
    range.high = range.low
    return
  }
  if abs(step) < 1e-12 {
    if origin < minimum || origin > maximum { range.high = range.low }
    return
  }
  let a = (minimum - origin) / step, b = (maximum - origin) / step
  range.low = max(range.low, min(a, b))
  range.high = max(range.low, min(range.high, max(a, b)))
}

extension TransformMatrix {
  fileprivate func isWithin(_ limit: Double) -> Bool {
    [a, b, c, d, tx, ty].allSatisfy { abs($0) <= limit }
  }
}
