import CutawayElementKit
import CutawayKeyframes

/// The placement of a plane of a rotated layer, which is drawn from bilinear samples.
///
/// If the layer shrinks, a drawn sample is the mean of several.
struct TurnedPlacement: Sendable {
  private let geometry: LayerGeometry
  /// The transform from output to source for sampling positions.
  private let sampling: TransformMatrix
  /// The positions of a drawn sample's samples, relative to its centre.
  private let places: [(x: Double, y: Double)]
  private let source: PlanarSize
  private let size: PlanarSize

  init(
    _ geometry: LayerGeometry, sampling: TransformMatrix, source: PlanarSize, in size: PlanarSize
  ) {
    self.geometry = geometry
    self.sampling = sampling
    places = geometry.samplePlaces
    self.source = source
    self.size = size
  }

  func draw<Sample>(
    _ plane: PlaneView<Sample>, into band: inout PlanarBand<Sample>, plane index: Int,
    rows: Range<Int>, opacity: Sample, scratch: inout LayerScratch<Sample>
  ) {
    for row in rows {
      let spans = geometry.spans(
        row: row, width: size.width, frame: (source.width, source.height))
      var inner = spans.inner
      if !inner.isEmpty, drawInner(plane, row: row, inner, scratch: &scratch) {
        band.blend(scratch.drawn, from: 0, plane: index, row: row, inner, opacity: opacity)
      } else {
        inner = spans.touched.lowerBound..<spans.touched.lowerBound
      }
      for x in spans.touched.lowerBound..<inner.lowerBound {
        drawEdge(plane, into: &band, plane: index, x: x, y: row, opacity: opacity)
      }
      for x in inner.upperBound..<spans.touched.upperBound {
        drawEdge(plane, into: &band, plane: index, x: x, y: row, opacity: opacity)
      }
    }
  }

  /// Draws samples in the interior of the layer; returns `false` if one of them is not.
  private func drawInner<Sample>(
    _ plane: PlaneView<Sample>, row: Int, _ columns: Range<Int>,
    scratch: inout LayerScratch<Sample>
  ) -> Bool {
    let x = Double(columns.lowerBound) + 0.5, y = Double(row) + 0.5
    switch places.count {
    case 1:
      return plane.sample(line(x: x, y: y), count: columns.count, into: &scratch.drawn)
    case 2:
      return plane.sample(
        line(x: x + places[0].x, y: y + places[0].y), line(x: x + places[1].x, y: y + places[1].y),
        count: columns.count, into: &scratch.drawn)
    default: break
    }
    scratch.sums.reset(count: columns.count)
    for place in places {
      let line = line(x: x + place.x, y: y + place.y)
      guard plane.add(line, count: columns.count, to: &scratch.sums) else { return false }
    }
    scratch.drawn.storeMeans(scratch.sums, of: places.count)
    return true
  }

  private func line(x: Double, y: Double) -> PlaneLine {
    let m = sampling
    return PlaneLine(
      u: m.a * x + m.c * y + m.tx - 0.5, v: m.b * x + m.d * y + m.ty - 0.5, du: m.a, dv: m.b)
  }

  /// Draws a sample that an edge crosses, or whose samples exceed the frame.
  private func drawEdge<Sample>(
    _ plane: PlaneView<Sample>, into band: inout PlanarBand<Sample>, plane index: Int, x: Int,
    y: Int, opacity: Sample
  ) {
    let coverage = geometry.coverage(x: Double(x) + 0.5, y: Double(y) + 0.5)
    if coverage <= 0 { return }
    let m = sampling
    var sum = 0.0
    for place in places {
      let sx = Double(x) + 0.5 + place.x, sy = Double(y) + 0.5 + place.y
      sum += bilinear(plane, m.a * sx + m.c * sy + m.tx, m.b * sx + m.d * sy + m.ty)
    }
    band.blend(
      sum / Double(places.count), plane: index, x: x, y: y, opacity: Double(opacity) * coverage)
  }

  /// A sample around the point `(u, v)`; outside the frame, its outermost samples repeat.
  private func bilinear(
    _ plane: PlaneView<some PixelComponent>, _ u: Double, _ v: Double
  ) -> Double {
    let x = min(max(u - 0.5, 0), Double(plane.width - 1))
    let y = min(max(v - 0.5, 0), Double(plane.height - 1))
    let left = Int(x), top = Int(y)
    let right = min(left + 1, plane.width - 1), bottom = min(top + 1, plane.height - 1)
    let fx = x - Double(left), fy = y - Double(top)
    let upper = Double(plane[left, top]) * (1 - fx) + Double(plane[right, top]) * fx
    let lower = Double(plane[left, bottom]) * (1 - fx) + Double(plane[right, bottom]) * fx
    return upper * (1 - fy) + lower * fy
  }
}
