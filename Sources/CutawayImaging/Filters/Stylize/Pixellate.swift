import CutawayElementKit

/// Makes squares of the mean colours of their pixels.
///
/// The centre is a corner of squares. A pixel belongs to the square in which its centre lies. The
/// result consists of whole squares, so it may be larger than the picture; only pixels of the
/// picture count for the means.
public struct Pixellate: PictureFilter {
  public static let name = "pixellate"
  public static let summary = "Makes squares of the mean colours of their pixels"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state how squares get their colours")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("scale", \.scale, 1...100, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// A corner of squares.
  public var center = SIMD2(150.0, 150.0)
  /// The sides of squares, in pixels.
  public var scale = 8.0

  public init() {}

  /// The squares.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty else { return image }
    let grid = CellGrid(center, size: scale, limit: 4096), source = image.extent
    let cells = grid.cells(of: source)
    let means = image.means(extent: cells) { x, y in
      grid.pixels(of: Region(x: x, y: y, width: 1, height: 1)).intersection(source)
    } covering: {
      grid.pixels(of: $0)
    }
    let sampling = Sampling(inputs: [means]) { region, _ in
      grid.cells(of: region)
    } draw: { line, tiles, _ in
      let row = grid.cell(line.y, grid.origin.y), origin = grid.origin.x
      tiles[0].withView { view in
        line.map { (_: SIMD4<Float>, x: Int) in view[grid.cell(x, origin), row] }
      }
    }
    return Picture(.sampled(sampling), extent: grid.pixels(of: cells))
  }
}
