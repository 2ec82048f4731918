import CutawayElementKit
import CutawayModel

/// How one plane of a layer comes into the same plane of the output.
struct PlanePlacement: Sendable {
  /// The size of the source's plane.
  let source: PlanarSize
  /// Whether every byte of the output's plane shows the layer.
  let coversAll: Bool
  private let way: Way

  private enum Way: Sendable {
    /// By whole bytes: columns and rows of the output, and how far it lies to the right and below.
    case shifted(columns: Range<Int>, rows: Range<Int>, x: Int, y: Int)
    /// Axis by axis.
    case upright(UprightPlacement)
    /// Sample by sample.
    case turned(TurnedPlacement)
  }

  /// - Parameters:
  ///   - matrix: From source to output, in pixels.
  ///   - visible: The part of the source that shows, in its pixels and inside the frame.
  ///   - plane: 0 is luma.
  ///   - format: The source's.
  ///   - output: The output's.
  init(
    _ matrix: TransformMatrix, visible: Rectangle, plane: Int, of format: PlanarFormat,
    in output: PlanarFormat
  ) {
    source = PlanarSize(width: format.width(of: plane), height: format.height(of: plane))
    let size = PlanarSize(width: output.width(of: plane), height: output.height(of: plane))
    // A byte of chroma stands for two columns and rows of luma.
    let unit = plane == 0 ? 1.0 : 0.5
    let matrix = TransformMatrix(
      a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: matrix.tx * unit,
      ty: matrix.ty * unit)
    // Of an odd width the last byte of chroma stands for one column only, and is shown whole.
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

  /// From output to source, for the places where samples lie.
  ///
  /// Those of chroma lie a quarter of a byte left of the middle of the square they stand for: beside
  /// the first of its two columns of luma, halfway between its rows (ITU-T H.264, figure 6-1; the
  /// usual siting of MPEG-2 and later).
  private static func sampling(_ inverse: TransformMatrix, plane: Int) -> TransformMatrix {
    guard plane > 0 else { return inverse }
    var result = inverse
    result.tx += 0.25 - 0.25 * inverse.a
    result.ty -= 0.25 * inverse.b
    return result
  }

  /// How far a transform moves, if it does no more than that and no byte lies on an edge.
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

  /// Draws the rows of the output's plane that are asked for and that the layer touches.
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

/// The size of a plane.
struct PlanarSize: Sendable, Hashable {
  var width: Int
  var height: Int
}

extension PlanarBand {
  /// Lays one byte over another, at an opacity in 255ths.
  mutating func blend(_ value: Double, plane: Int, x: Int, y: Int, opacity: Double) {
    let old = Double(self[plane, x, y]), part = opacity / 255
    self[plane, x, y] = UInt8((old + (value - old) * part).rounded(.toNearestOrAwayFromZero))
  }
}
