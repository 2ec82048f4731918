import CutawayElementKit
import CutawayKeyframes

/// Draws a frame through an affine transform, row by row.
///
/// Every output pixel is the mean of one or more bilinear samples, spread evenly over its square.
/// At the edges of the layer, alpha is multiplied by the covered part of the pixel.
package struct AffineSampler: Sendable {
  let geometry: LayerGeometry
  /// The plan for the interior of an axis-aligned layer.
  private let upright: UprightPlan?
  /// The sample positions of any other layer.
  private let offsets: [SampleOffset]
  /// Whether pixels at the edges of the layer only show transparent pixels.
  private let hasClearEdges: Bool

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - matrix: The transform from source to output, in pixels.
  ///   - visible: The visible part of the source, in its pixels and inside the frame.
  ///   - input: The format of the source.
  ///   - output: The format of the output.
  ///   - hasClearBorder: Whether the two outermost pixels at each side of the source are
  ///     transparent. The edges are then not drawn, if they show no other pixels.
  init(
    _ matrix: TransformMatrix, visible: Rectangle, from input: VideoFormat, to output: VideoFormat,
    hasClearBorder: Bool = false
  ) {
    geometry = LayerGeometry(matrix, visible: visible)
    hasClearEdges = hasClearBorder && geometry.edgesShowOnlyBorder
    upright = UprightPlan(geometry, from: input, to: output)
    offsets = geometry.sampleOffsets
  }

  /// Draws the output rows of `band`, which start at `firstRow`.
  func render(_ source: FrameView, into band: inout VideoFrame, firstRow: Int) {
    if source.format.layout.bitsPerComponent == 16 {
      renderDeep(source, into: &band, firstRow: firstRow)
    } else if let upright {
      var scratch = upright.makeScratch()
      draw(source, into: &band, firstRow: firstRow) { band, row, _ in
        upright.draw(source, into: &band, row: row, outputRow: firstRow + row, with: &scratch)
      }
    } else {
      let painter = LinePainter(offsets: offsets), m = geometry.inverse
      draw(source, into: &band, firstRow: firstRow) { band, row, columns in
        let x = Double(columns.lowerBound) + 0.5, y = Double(firstRow + row) + 0.5
        let line = SourceLine(
          u: m.a * x + m.c * y + m.tx - 0.5, v: m.b * x + m.d * y + m.ty - 0.5, du: m.a, dv: m.b)
        painter.draw(source, along: line, into: band.writer(row: row), columns: columns)
      }
    }
  }

  /// Draws rows: `drawInner` draws their interiors in blocks of four pixels; the rest is drawn
  /// pixel by pixel.
  private func draw(
    _ source: FrameView, into band: inout VideoFrame, firstRow: Int,
    _ drawInner: (inout VideoFrame, _ row: Int, _ columns: Range<Int>) -> Void
  ) {
    let width = band.format.width, frame = (source.format.width, source.format.height)
    for row in 0..<band.format.height {
      let spans = geometry.spans(row: firstRow + row, width: width, frame: frame)
      let drawn = hasClearEdges ? spans.inner : spans.touched
      band.clear(0..<drawn.lowerBound, row: row)
      band.clear(drawn.upperBound..<width, row: row)
      var inner = spans.innerBlocks
      if !source.isSampled { inner = inner.lowerBound..<inner.lowerBound }
      if !inner.isEmpty { drawInner(&band, row, inner) }
      let left = drawn.lowerBound..<inner.lowerBound
      let right = inner.upperBound..<drawn.upperBound
      drawEdge(source, into: &band, row: row, outputRow: firstRow + row, left)
      drawEdge(source, into: &band, row: row, outputRow: firstRow + row, right)
    }
  }

  /// Draws pixels that an edge crosses, or whose samples exceed the frame, one by one.
  private func drawEdge(
    _ source: FrameView, into band: inout VideoFrame, row: Int, outputRow: Int,
    _ columns: Range<Int>
  ) {
    var pixels = band[row: row]
    for x in columns {
      // Components are not negative: 0.5 more and truncated is rounded.
      let sum = pixel(source, x, outputRow) + 0.5
      pixels[x] = Pixel(UInt8(sum[0]), UInt8(sum[1]), UInt8(sum[2]), UInt8(sum[3]))
    }
  }

  /// A pixel of the output, in double precision.
  private func pixel(_ source: FrameView, _ x: Int, _ outputRow: Int) -> SIMD4<Double> {
    let coverage = geometry.coverage(x: Double(x) + 0.5, y: Double(outputRow) + 0.5)
    if coverage <= 0 { return SIMD4() }
    let samples = geometry.samples, inverse = geometry.inverse
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
    sum[source.format.layout.alphaIndex] *= coverage
    return sum
  }

  /// A sample around the point `(u, v)`; outside the frame, its outermost pixels repeat.
  private func bilinear(_ source: FrameView, _ u: Double, _ v: Double) -> SIMD4<Double> {
    let width = Double(source.format.width), height = Double(source.format.height)
    let x = min(max(u - 0.5, 0), width - 1), y = min(max(v - 0.5, 0), height - 1)
    let left = Int(x), top = Int(y)
    let right = min(left + 1, source.format.width - 1)
    let bottom = min(top + 1, source.format.height - 1)
    let fx = x - Double(left), fy = y - Double(top)
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> { SIMD4<Double>(source.numbers(x: x, y: y)) }
    let upper = pixel(left, top) * (1 - fx) + pixel(right, top) * fx
    let lower = pixel(left, bottom) * (1 - fx) + pixel(right, bottom) * fx
    return upper * (1 - fy) + lower * fy
  }

  /// Draws rows of 16-bit components, pixel by pixel.
  private func renderDeep(_ source: FrameView, into band: inout VideoFrame, firstRow: Int) {
    let width = band.format.width, size = (source.format.width, source.format.height)
    let alpha = source.format.layout.alphaIndex, weight = 1 / Float(offsets.count)
    let m = geometry.inverse, places = geometry.samplePlaces
    let shifts = places.map { (u: m.a * $0.x + m.c * $0.y, v: m.b * $0.x + m.d * $0.y) }
    for row in 0..<band.format.height {
      let spans = geometry.spans(row: firstRow + row, width: width, frame: size)
      let drawn = hasClearEdges ? spans.inner : spans.touched
      band.clear(0..<drawn.lowerBound, row: row)
      band.clear(drawn.upperBound..<width, row: row)
      let y = Double(firstRow + row) + 0.5
      var frame = band.pixels(of: UInt16.self)
      var pixels = frame[row: row]
      for x in drawn {
        let place = (x: Double(x) + 0.5, y: y)
        let u = m.a * place.x + m.c * place.y + m.tx, v = m.b * place.x + m.d * place.y + m.ty
        var sum = SIMD4<Float>()
        for shift in shifts { sum += source.deepSample(u: u + shift.u, v: v + shift.v) }
        sum *= weight
        if !spans.inner.contains(x) {
          sum[alpha] *= Float(geometry.coverage(x: place.x, y: place.y))
        }
        pixels[x] = DeepPixel(clamping: sum)
      }
    }
  }
}
