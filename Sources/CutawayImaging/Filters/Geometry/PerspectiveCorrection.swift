/// Makes a rectangle of four corners of a picture.
///
/// The map is the projective one that takes the corners to a rectangle whose lower left corner is
/// the origin. It is as wide and as high as the longer of two opposite sides, in whole pixels.
public struct PerspectiveCorrection: PictureFilter {
  public static let name = "perspectiveCorrection"
  public static let summary = "Makes a rectangle of four corners of a picture"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state the size and the place of the result")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("topLeft", \.topLeft),
    .point("topRight", \.topRight),
    .point("bottomRight", \.bottomRight),
    .point("bottomLeft", \.bottomLeft),
    .flag("crop", \.crop),
  ]

  /// The picture.
  public var image: Picture?
  /// Where the upper left corner is.
  public var topLeft = SIMD2(118.0, 484.0)
  /// Where the upper right corner is.
  public var topRight = SIMD2(646.0, 507.0)
  /// Where the lower right corner is.
  public var bottomRight = SIMD2(548.0, 140.0)
  /// Where the lower left corner is.
  public var bottomLeft = SIMD2(155.0, 153.0)
  /// Whether nothing but the rectangle is kept.
  public var crop = true

  public init() {}

  /// The corrected picture.
  public var output: Picture? {
    let corners = Corners(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
    guard let image else { return nil }
    func length(_ side: SIMD2<Double>) -> Double { (side * side).sum().squareRoot() }
    let width = max(length(topRight - topLeft), length(bottomRight - bottomLeft))
    let height = max(length(topLeft - bottomLeft), length(topRight - bottomRight))
    guard let box = corners.box, width < 1e6, height < 1e6 else { return .empty }
    let result = Region(
      width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    guard let map = Projection(result, to: corners)?.inverted else { return .empty }
    let part = image.cropped(to: box.outset(by: 1))
    if crop || image.extent.isInfinite {
      return part.projected(by: map, extent: result)
    }
    // What lies at the horizon has no end; then the rectangle is all there is.
    return image.projected(by: map, extent: map.box(of: image.extent) ?? result)
  }
}
