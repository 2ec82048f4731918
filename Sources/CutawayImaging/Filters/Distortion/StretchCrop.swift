/// Stretches and crops a picture to a size.
///
/// Without cropping, columns and rows are stretched to the size; with a crop amount of 1, the
/// picture is enlarged evenly until it covers the size, and cropped; between, both factors are
/// mixed. A center stretch of 1 stretches evenly. With less, the middle keeps its shape and the
/// edges are stretched more: the part t of the way from the middle to an edge shows the part a·t +
/// (1 − a)·t³.
public struct StretchCrop: PictureFilter {
  public static let name = "stretchCrop"
  public static let summary = "Stretches and crops a picture to a size"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let repeatsEdges = false
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("size", \.size, .size),
    .number("cropAmount", \.cropAmount, 0...1),
    .number("centerStretchAmount", \.centerStretchAmount, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The size.
  public var size = SIMD2(1280.0, 720.0)
  /// How much is cropped.
  public var cropAmount = 0.25
  /// How much the middle is stretched.
  public var centerStretchAmount = 0.25

  public init() {}

  /// The picture in the size.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite, !image.extent.isEmpty else { return image }
    let source = image.extent, sides = SIMD2(Double(source.width), Double(source.height))
    guard size.isSane, size.x >= 1, size.y >= 1 else { return image }
    let target = SIMD2(size.x.rounded(), size.y.rounded()), fill = target / sides
    let larger = max(fill.x, fill.y), crop = cropAmount.held(in: 0...1)
    let factors = fill + (SIMD2(repeating: larger) - fill) * crop
    let uneven = factors / min(factors.x, factors.y) - 1
    let rest = 1 - centerStretchAmount.held(in: 0...1)
    // From 1.5 on, the curve would turn back.
    let slopes = SIMD2<Float>(SIMD2(min(1 + uneven.x * rest, 1.5), min(1 + uneven.y * rest, 1.5)))
    let half = SIMD2<Float>(sides / 2), middle = SIMD2<Float>(source.middle)
    let scale = SIMD2<Float>(2 / (factors * sides))
    let result = Region(
      x: source.minX, y: source.minY, width: Int(target.x), height: Int(target.y))
    let origin = SIMD2<Float>(result.middle)
    return image.clamped().bent(
      extent: result, required: { _ in source.outset(by: 1) }
    ) { place in
      let part = (place - origin) * scale
      return middle + half * part * (slopes + (1 - slopes) * part * part)
    }
  }
}
