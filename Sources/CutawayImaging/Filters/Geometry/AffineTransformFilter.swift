public import CutawayKeyframes

/// Moves, scales, turns or shears a picture.
public struct AffineTransformFilter: PictureFilter {
  public static let name = "affineTransform"
  public static let summary = "Moves, scales, turns or shears a picture"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .transform("transform", \.transform),
  ]

  /// The picture.
  public var image: Picture?
  /// The transform.
  public var transform = TransformMatrix.identity

  public init() {}

  /// The transformed picture.
  public var output: Picture? { image?.transformed(by: transform) }
}
