/// Projects a picture onto four corners.
///
/// The map is the projective one that takes the corners of the picture to the given ones (Heckbert
/// 1989). Without one, as for corners on a line, nothing is visible.
public struct PerspectiveTransform: PictureFilter {
  public static let name = "perspectiveTransform"
  public static let summary = "Projects a picture onto four corners"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("topLeft", \.topLeft),
    .point("topRight", \.topRight),
    .point("bottomRight", \.bottomRight),
    .point("bottomLeft", \.bottomLeft),
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

  public init() {}

  /// The projected picture.
  public var output: Picture? {
    let corners = Corners(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
    return image?.projected(image?.extent, onto: corners)
  }
}

extension Picture {
  /// A rectangle of the picture, projected onto four corners; nothing without such a map.
  func projected(_ region: Region?, onto corners: Corners) -> Picture {
    guard let region, !region.isInfinite else { return self }
    guard let map = Projection(region, to: corners), let box = corners.box else { return .empty }
    return cropped(to: region).projected(by: map, extent: box)
  }
}
