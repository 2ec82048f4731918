import Composition
import ElementKit
import Glibc

extension LayerGeometry {
  /// Where the samples of a pixel lie, from its centre and in the source: a power of two of them,
  /// spread evenly over the pixel.
  ///
  /// Two lie on its diagonal, so that they serve both axes: enough for steps that are not long.
  var sampleOffsets: [SampleOffset] {
    let m = inverse
    func offset(_ x: Double, _ y: Double) -> SampleOffset {
      SampleOffset(u: m.a * x + m.c * y, v: m.b * x + m.d * y)
    }
    if samples == SampleCounts(x: 1, y: 1) { return [offset(0, 0)] }
    if max(hypot(m.a, m.b), hypot(m.c, m.d)) < 1.7 {
      return [offset(-0.25, -0.25), offset(0.25, 0.25)]
    }
    func places(_ count: Int) -> [Double] {
      var power = 1
      while power < count { power *= 2 }
      return (0..<power).map { (Double($0) + 0.5) / Double(power) - 0.5 }
    }
    let columns = places(samples.x)
    return places(samples.y).flatMap { y in columns.map { offset($0, y) } }
  }
}
