public import CutawayKeyframes

/// Transforms a picture and fills the plane with it.
///
/// Pixels at the edges are interpolated with those of the neighbours.
public struct AffineTile: PictureFilter {
  public static let name = "affineTile"
  public static let summary = "Transforms a picture and fills the plane with it"
  public static let categories: [FilterCategory] = [.tileEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .transform("transform", \.transform),
  ]

  /// The picture.
  public var image: Picture?
  /// The transform.
  public var transform = TransformMatrix.identity

  public init() {}

  /// The plane.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite else { return image }
    return image.projected(by: Projection(transform), extent: .infinite, repeats: true)
  }
}
