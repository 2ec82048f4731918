import CutawayElementKit

/// Makes hexagons of the mean colours of their pixels.
///
/// Apple states no formula. Hexagons have a vertex at the top and are 2 · scale wide; the centre is
/// that of one of them. A pixel belongs to the hexagon whose centre is nearest. Only pixels of the
/// picture count for the means, so that hexagons at the edges are not transparent.
public struct HexagonalPixellate: PictureFilter {
  public static let name = "hexagonalPixellate"
  public static let summary = "Makes hexagons of the mean colours of their pixels"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("scale", \.scale, 1...100, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of a hexagon.
  public var center = SIMD2(150.0, 150.0)
  /// Half the distance of neighbours, in pixels.
  public var scale = 8.0

  public init() {}

  /// The hexagons.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty else { return image }
    let grid = HexagonCells(center: center, scale: scale), source = image.extent
    let colors = Sampling(inputs: [image]) { region, _ in
      grid.pixels(of: region)
    } draw: { line, tiles, _ in
      let row = line.y
      tiles[0].withView { view in
        line.map { (_: SIMD4<Float>, column: Int) in grid.mean(column, row, view, source) }
      }
    }
    let means = Picture(.sampled(colors), extent: .infinite)
    let sampling = Sampling(inputs: [means]) { region, _ in
      grid.cells(of: region)
    } draw: { line, tiles, _ in
      let y = line.y
      tiles[0].withView { view in
        line.map { (_: SIMD4<Float>, x: Int) in
          let cell = grid.cell(x, y)
          return view[cell.x, cell.y]
        }
      }
    }
    return Picture(.sampled(sampling), extent: image.extent)
  }
}

/// Hexagons in rows; those of odd rows lie half a width to the right.
private struct HexagonCells: Sendable {
  let origin: SIMD2<Double>
  /// The distance of neighbours in a row.
  let width: Double
  /// The distance of rows.
  let height: Double

  init(center: SIMD2<Double>, scale: Double) {
    origin = SIMD2<Double>(center.finite)
    width = 2 * scale.confined(to: 1...512)
    height = width * 0.75.squareRoot()
  }

  /// The centre of a hexagon.
  @inline(__always)
  func centre(_ column: Int, _ row: Int) -> SIMD2<Double> {
    let shift = row & 1 == 0 ? 0 : 0.5
    return origin + SIMD2((Double(column) + shift) * width, Double(row) * height)
  }

  /// The hexagon of a pixel: the nearer one of those of the rows below and above.
  @inline(__always)
  func cell(_ x: Int, _ y: Int) -> SIMD2<Int> {
    let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5), offset = place - origin
    let low = (offset.y / height).wholeBelow
    func nearest(_ row: Int) -> (SIMD2<Int>, Double) {
      let shift = row & 1 == 0 ? 0.5 : 0
      let column = (offset.x / width + shift).wholeBelow
      let way = place - centre(column, row)
      return (SIMD2(column, row), way.x * way.x + way.y * way.y)
    }
    let below = nearest(low), above = nearest(low + 1)
    return above.1 < below.1 ? above.0 : below.0
  }

  /// The hexagons that the pixels of a region may belong to.
  func cells(of region: Region) -> Region {
    if region.isEmpty { return .empty }
    let low = SIMD2(Double(region.minX), Double(region.minY)) - origin
    let high = SIMD2(Double(region.maxX), Double(region.maxY)) - origin
    return Region(
      minX: (low.x / width).wholeBelow, minY: (low.y / height).wholeBelow,
      maxX: (high.x / width).wholeBelow + 1, maxY: (high.y / height).wholeBelow + 1
    ).outset(by: 1)
  }

  /// The pixels that may belong to a region of hexagons.
  func pixels(of cells: Region) -> Region {
    if cells.isEmpty { return .empty }
    let low = centre(cells.minX, cells.minY), high = centre(cells.maxX, cells.maxY)
    return Region(
      minX: (low.x - width).wholeBelow, minY: (low.y - height).wholeBelow,
      maxX: (high.x + width).wholeBelow, maxY: (high.y + height).wholeBelow)
  }

  /// The mean of the pixels of a hexagon that a picture has.
  func mean(
    _ column: Int, _ row: Int, _ view: borrowing PixelGridView, _ source: Region
  ) -> SIMD4<Float> {
    let middle = centre(column, row), cell = SIMD2(column, row)
    var sum = SIMD4<Float>(), count: Float = 0
    let box = Region(
      minX: (middle.x - width / 2).wholeBelow - 1, minY: (middle.y - height).wholeBelow,
      maxX: (middle.x + width / 2).wholeBelow + 2, maxY: (middle.y + height).wholeBelow + 1
    ).intersection(source)
    for y in box.rows {
      for x in box.columns where self.cell(x, y) == cell {
        sum += view[x, y]
        count += 1
      }
    }
    return count > 0 ? sum / count : SIMD4()
  }
}
