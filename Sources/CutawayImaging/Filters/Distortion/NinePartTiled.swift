/// Repeats the middle of a picture and keeps its corners.
///
/// Columns and rows beyond the breakpoints keep their size; those between are repeated, and in
/// every other row of tiles upside down.
public struct NinePartTiled: PictureFilter {
  public static let name = "ninePartTiled"
  public static let summary = "Repeats the middle of a picture and keeps its corners"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state how the last tiles are cut")
  public static let repeatsEdges = false
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("breakpoint0", \.breakpoint0),
    .point("breakpoint1", \.breakpoint1),
    .point("growAmount", \.growAmount, .size),
    .flag("flipYTiles", \.flipYTiles),
  ]

  /// The picture.
  public var image: Picture?
  /// The lower left corner of the middle part.
  public var breakpoint0 = SIMD2(50.0, 50.0)
  /// The upper right corner of the middle part.
  public var breakpoint1 = SIMD2(150.0, 150.0)
  /// How much wider and higher the picture becomes.
  public var growAmount = SIMD2(100.0, 100.0)
  /// Whether every other row of tiles is upside down.
  public var flipYTiles = true

  public init() {}

  /// The larger picture.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite, breakpoint0.isSane, breakpoint1.isSane,
      let grow = image.extent.grown(by: growAmount)
    else { return image }
    let first = SIMD2<Float>(breakpoint0), size = SIMD2<Float>(breakpoint1) - first
    guard size.x > 0, size.y > 0 else { return image }
    let source = image.extent,
      growth = SIMD2(Float(grow.width - source.width), Float(grow.height - source.height))

    let flips = flipYTiles
    return image.bent(extent: grow, required: { _ in source }) { place in
      let inner = place - first, tile = (inner / size).floored
      var middle = inner - tile * size
      if flips, tile.y - 2 * (tile.y / 2).floored >= 1 { middle.y = size.y - middle.y }
      middle += first
      let last = place - growth
      return SIMD2(
        inner.x < 0 ? place.x : (inner.x < size.x + growth.x ? middle.x : last.x),
        inner.y < 0 ? place.y : (inner.y < size.y + growth.y ? middle.y : last.y))
    }
  }
}
