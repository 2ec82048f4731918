/// Projects a picture onto four corners and fills the plane with it.
///
/// The plane is filled before it is projected. Beyond the horizon, nothing is visible.
public struct PerspectiveTile: PictureFilter {
  public static let name = "perspectiveTile"
  public static let summary = "Projects a picture onto four corners and fills the plane with it"
  public static let categories: [FilterCategory] = [.tileEffect]
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

  /// The plane.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite else { return image }
    let corners = Corners(
      topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
    guard let map = Projection(image.extent, to: corners) else { return .empty }
    return image.projected(by: map, extent: .infinite, repeats: true)
  }
}
