import CutawayElementKit
import CutawayKeyframes

/// The placement of one plane of a layer in the same plane of the output.
struct PlanePlacement: Sendable {
  /// The size of the source plane.
  let source: PlanarSize
  /// Whether the layer covers every byte of the output plane.
  let coversAll: Bool
  private let way: Way

  private enum Way: Sendable {
    /// A shift by whole bytes: output columns and rows, and the distance to the right and down.
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
    // A chroma byte represents two columns and rows of luma.
    let unit = plane == 0 ? 1.0 : 0.5
    let matrix = TransformMatrix(
      a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx * unit,
      ty: matrix.ty * unit)
    // With an odd width, the last chroma byte represents only one column, and is shown completely.
    let area = Rectangle(
      x: visible.x * unit, y: visible.y * unit,
      width: Self.extent(visible.x, visible.width, format.width, unit),
      height: Self.extent(visible.y, visible.height, format.height, unit))
    let geometry = LayerGeometry(matrix, visible: area)
    let sampling = Self.sampling(geometry.inverse, plane: plane)
    if let shift = Self.wholeShift(matrix, area) {
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
  /// A chroma sample lies a quarter of a chroma byte left of the centre of its square: at the first
  /// of its two luma columns, halfway between its rows (ITU-T H.264, figure 6-1; the usual siting
  /// of MPEG-2 and later).
  private static func sampling(_ inverse: TransformMatrix, plane: Int) -> TransformMatrix {
    guard plane > 0 else { return inverse }
    var result = inverse
    result.tx += 0.25 - 0.25 * inverse.a
    result.ty -= 0.25 * inverse.b
    return result
  }

  /// The displacement of a transform that only shifts by whole bytes; `nil` for any other
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

  /// Draws the requested rows of the output plane, as far as the layer touches them.
  func draw(
    _ source: PlaneView, into band: inout PlanarBand, plane: Int, rows: Range<Int>,
    opacity: UInt16, scratch: inout LayerScratch
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

/// The size of a plane in bytes.
struct PlanarSize: Sendable, Hashable {
  var width: Int
  var height: Int
}

extension PlanarBand {
  /// Blends one byte over another, with an opacity in 255ths.
  mutating func blend(_ value: Double, plane: Int, x: Int, y: Int, opacity: Double) {
    let old = Double(self[plane, x, y]), part = opacity / 255
    self[plane, x, y] = UInt8((old + (value - old) * part).rounded(.toNearestOrAwayFromZero))
  }
}
