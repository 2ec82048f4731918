public import CutawayKeyframes

/// Projects a part of a picture onto four corners.
///
/// The map is the projective one that takes the corners of the part to the given ones (Heckbert
/// 1989).
public struct PerspectiveTransformWithExtent: PictureFilter {
  public static let name = "perspectiveTransformWithExtent"
  public static let summary = "Projects a part of a picture onto four corners"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .rectangle("extent", \.extent),
    .point("topLeft", \.topLeft),
    .point("topRight", \.topRight),
    .point("bottomRight", \.bottomRight),
    .point("bottomLeft", \.bottomLeft),
  ]

  /// The picture.
  public var image: Picture?
  /// The part; without one, the whole picture.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 300, height: 300)
  /// Where the upper left corner is.
  public var topLeft = SIMD2(118.0, 484.0)
  /// Where the upper right corner is.
  public var topRight = SIMD2(646.0, 507.0)
  /// Where the lower right corner is.
  public var bottomRight = SIMD2(548.0, 140.0)
  /// Where the lower left corner is.
  public var bottomLeft = SIMD2(155.0, 153.0)

  public init() {}

  /// The projected part.
  public var output: Picture? {
    let corners = Corners(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
    return image?.projected(extent.map { Region($0) } ?? image?.extent, onto: corners)
  }
}
