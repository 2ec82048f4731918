public import CutawayKeyframes

/// Transforms a picture and repeats its edges without end.
public struct AffineClamp: PictureFilter {
  public static let name = "affineClamp"
  public static let summary = "Transforms a picture and repeats its edges without end"
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
    image?.clamped().transformed(by: transform)
  }
}
