import CutawayElementKit
import CutawayKeyframes

/// The placement of one plane of a layer in the same plane of the output.
struct PlanePlacement: Sendable {
  /// The size of the source plane.
  let source: PlanarSize
  /// Whether the layer covers every sample of the output plane.
  let coversAll: Bool
  private let way: Way

  private enum Way: Sendable {
    /// A shift by whole samples: output columns and rows, and the distance to the right and down.
    case shifted(columns: Range<Int>, rows: Range<Int>, x: Int, y: Int)
    /// An axis-aligned transform, one axis after the other.
    case upright(UprightPlacement)
    /// Any other transform, sample by sample.
    case turned(TurnedPlacement)
  }

  /// Creates a placement.
  ///
  /// - Parameters:
  ///   - matrix: The transform from source to output, in pixels.
  ///   - visible: The visible part of the source, in its pixels and inside the frame.
  ///   - plane: The plane: 0 is luma, 1 and 2 are chroma.
  ///   - format: The format of the source.
  ///   - output: The format of the output.
  init(
    _ matrix: TransformMatrix, visible: Rectangle, plane: Int, of format: PlanarFormat,
    in output: PlanarFormat
  ) {
    source = PlanarSize(width: format.width(of: plane), height: format.height(of: plane))
    let size = PlanarSize(width: output.width(of: plane), height: output.height(of: plane))
    let from = PlaneScale(plane, of: format), to = PlaneScale(plane, of: output)
    let matrix = TransformMatrix(
      a: matrix.a * to.x / from.x, b: matrix.b * to.y / from.x, c: matrix.c * to.x / from.y,
      d: matrix.d * to.y / from.y, tx: matrix.tx * to.x, ty: matrix.ty * to.y)
    // With an odd width, the last chroma sample represents only one column, and is shown completely.
    let area = Rectangle(
      x: visible.x * from.x, y: visible.y * from.y,
      width: Self.extent(visible.x, visible.width, format.width, from.x),
      height: Self.extent(visible.y, visible.height, format.height, from.y))
    let geometry = LayerGeometry(matrix, visible: area)
    let sampling = Self.sampling(geometry.inverse, from: from, to: to)
    if from == to, let shift = Self.wholeShift(matrix, area) {
      let columns = (Int(area.x) + shift.x..<Int(area.x + area.width) + shift.x)
        .clamped(to: 0..<size.width)
      let rows = (Int(area.y) + shift.y..<Int(area.y + area.height) + shift.y)
        .clamped(to: 0..<size.height)
      way = .shifted(columns: columns, rows: rows, x: shift.x, y: shift.y)
      coversAll = columns.count == size.width && rows.count == size.height
    } else if matrix.b == 0, matrix.c == 0 {
      let placement = UprightPlacement(geometry, sampling: sampling, source: source, in: size)
      way = .upright(placement)
      coversAll = placement.covers(size)
    } else {
      way = .turned(TurnedPlacement(geometry, sampling: sampling, source: source, in: size))
      coversAll = false
    }
  }

  private static func extent(
    _ start: Double, _ length: Double, _ size: Int, _ unit: Double
  ) -> Double {
    start + length >= Double(size) && unit < 1
      ? Double((size + 1) / 2) - start * unit : length * unit
  }

  /// The transform from output to source for sampling positions.
  ///
  /// A sample of chroma with half the columns lies a quarter of a sample left of the centre of its
  /// area: at the first of its two luma columns, halfway between its rows (ITU-T H.264, figure 6-1;
  /// the usual siting of MPEG-2 and later).
  private static func sampling(
    _ inverse: TransformMatrix, from: PlaneScale, to: PlaneScale
  ) -> TransformMatrix {
    var result = inverse
    if from.x < 1 { result.tx += 0.25 }
    if to.x < 1 {
      result.tx -= 0.25 * inverse.a
      result.ty -= 0.25 * inverse.b
    }
    return result
  }

  /// The displacement of a transform that only shifts by whole samples; `nil` for any other
  /// transform.
  private static func wholeShift(
    _ matrix: TransformMatrix, _ area: Rectangle
  ) -> (x: Int, y: Int)? {
    guard matrix.a == 1, matrix.b == 0, matrix.c == 0, matrix.d == 1,
      [matrix.tx, matrix.ty, area.x, area.y, area.width, area.height].allSatisfy({
        $0.rounded() == $0 && abs($0) < 1e9
      })
    else { return nil }
    return (Int(matrix.tx), Int(matrix.ty))
  }

  /// The placement in a format in which Cb and Cr may alternate: twice as many columns.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - format: The format of the output, which differs from that of the placement in nothing else.
  /// - Returns: The placement.
  func drawn(as plane: Int, of format: PlanarFormat) -> Self {
    guard format.alternatesChroma, plane == 1,
      case .shifted(let columns, let rows, let x, let y) = way
    else { return self }
    return PlanePlacement(
      source: PlanarSize(width: 2 * source.width, height: source.height), coversAll: coversAll,
      way: .shifted(
        columns: 2 * columns.lowerBound..<2 * columns.upperBound, rows: rows, x: 2 * x, y: y))
  }

  private init(source: PlanarSize, coversAll: Bool, way: Way) {
    (self.source, self.coversAll, self.way) = (source, coversAll, way)
  }

  /// The displacement, if the layer is only shifted by whole samples.
  var shift: (x: Int, y: Int)? {
    if case .shifted(_, _, let x, let y) = way { (x, y) } else { nil }
  }

  /// The rows of the output plane that the layer may touch.
  ///
  /// Those of halved chroma lie in the same pairs of luma rows.
  func rows(of height: Int) -> Range<Int> {
    if case .shifted(_, let rows, _, _) = way { return rows }
    return 0..<height
  }

  /// Draws the requested rows of the output plane, as far as the layer touches them.
  func draw<Sample>(
    _ source: PlaneView<Sample>, into band: inout PlanarBand<Sample>, plane: Int, rows: Range<Int>,
    opacity: Sample, scratch: inout LayerScratch<Sample>
  ) {
    switch way {
    case .shifted(let columns, let own, let x, let y):
      if columns.isEmpty { return }
      for row in own.clamped(to: rows) {
        band.blend(
          source, row: row - y, from: columns.lowerBound - x, plane: plane, row: row, columns,
          opacity: opacity)
      }
    case .upright(let placement):
      placement.draw(
        source, into: &band, plane: plane, rows: rows, opacity: opacity, scratch: &scratch)
    case .turned(let placement):
      placement.draw(
        source, into: &band, plane: plane, rows: rows, opacity: opacity, scratch: &scratch)
    }
  }
}

/// The size of a plane in samples.
struct PlanarSize: Sendable, Hashable {
  var width: Int
  var height: Int
}

/// The samples of a plane per column and row of luma: 1 or 0.5.
private struct PlaneScale: Equatable {
  let x: Double
  let y: Double

  init(_ plane: Int, of format: PlanarFormat) {
    x = plane > 0 && format.chroma.halvesColumns ? 0.5 : 1
    y = plane > 0 && format.chroma.halvesRows ? 0.5 : 1
  }
}

extension PlanarBand {
  /// Blends one sample over another, with an opacity in units of the largest sample.
  mutating func blend(_ value: Double, plane: Int, x: Int, y: Int, opacity: Double) {
    let old = Double(self[plane, x, y]), part = opacity / Double(Sample.max)
    self[plane, x, y] = Sample((old + (value - old) * part).rounded(.toNearestOrAwayFromZero))
  }
}
