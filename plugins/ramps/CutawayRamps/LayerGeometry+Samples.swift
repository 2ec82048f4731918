import CutawayElementKit
import CutawayKeyframes
import Glibc

extension LayerGeometry {
  /// The positions of a pixel's samples, relative to its centre: a power of two of them, spread
  /// evenly.
  ///
  /// Two samples lie on the diagonal, so that they serve both axes. This is enough for small steps.
  var samplePlaces: [(x: Double, y: Double)] {
    let m = inverse
    if samples == SampleCounts(x: 1, y: 1) { return [(0, 0)] }
    if max(hypot(m.a, m.b), hypot(m.c, m.d)) < 1.7 { return [(-0.25, -0.25), (0.25, 0.25)] }
    func places(_ count: Int) -> [Double] {
      var power = 1
      while power < count { power *= 2 }
      return (0..<power).map { (Double($0) + 0.5) / Double(power) - 0.5 }
    }
    let columns = places(samples.x)
    return places(samples.y).flatMap { y in columns.map { ($0, y) } }
  }

  /// The positions of the samples in the source.
  var sampleOffsets: [SampleOffset] {
    samplePlaces.map { place in
      SampleOffset(
        u: inverse.a * place.x + inverse.c * place.y, v: inverse.b * place.x + inverse.d * place.y)
    }
  }
}
