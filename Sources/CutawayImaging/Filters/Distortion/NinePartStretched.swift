/// Stretches the middle of a picture and keeps its corners.
///
/// Columns and rows beyond the breakpoints keep their size; those between are stretched.
public struct NinePartStretched: PictureFilter {
  public static let name = "ninePartStretched"
  public static let summary = "Stretches the middle of a picture and keeps its corners"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.same
  public static let repeatsEdges = false
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("breakpoint0", \.breakpoint0),
    .point("breakpoint1", \.breakpoint1),
    .point("growAmount", \.growAmount, .size),
  ]

  /// The picture.
  public var image: Picture?
  /// The lower left corner of the middle part.
  public var breakpoint0 = SIMD2(50.0, 50.0)
  /// The upper right corner of the middle part.
  public var breakpoint1 = SIMD2(150.0, 150.0)
  /// How much wider and higher the picture becomes.
  public var growAmount = SIMD2(100.0, 100.0)

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

    let shrink = size / (size + growth)
    return image.bent(extent: grow, required: { _ in source }) { place in
      let inner = place - first
      let middle = first + inner * shrink, last = place - growth
      return SIMD2(
        inner.x < 0 ? place.x : (inner.x < size.x + growth.x ? middle.x : last.x),
        inner.y < 0 ? place.y : (inner.y < size.y + growth.y ? middle.y : last.y))
    }
  }
}

extension Region {
  /// The region with more columns on the right and rows above; `nil` without a sane size.
  func grown(by amount: SIMD2<Double>) -> Region? {
    guard !isEmpty, amount.isSane, amount.x >= 0, amount.y >= 0 else { return nil }
    return Region(
      minX: minX, minY: minY, maxX: maxX + Int(amount.x.rounded()),
      maxY: maxY + Int(amount.y.rounded()))
  }
}
