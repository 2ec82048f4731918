/// Scales a picture with Lanczos' filter.
///
/// Weights are sinc(x) · sinc(x / 3) up to the distance 3 (Duchon 1979), in pixels of the smaller
/// picture. They are normalised, edges are repeated, and colours are multiplied by alpha. Rows are
/// scaled by `scale`, columns by `scale` · `aspectRatio`, about the origin.
public struct LanczosScaleTransform: PictureFilter {
  public static let name = "lanczosScaleTransform"
  public static let summary = "Scales a picture with Lanczos' filter"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.differs("Apple does not state the number of lobes")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .number("scale", \.scale, 0.05...1.5),
    .number("aspectRatio", \.aspectRatio, 0.5...2),
  ]

  /// The picture.
  public var image: Picture?
  /// The factor.
  public var scale = 1.0
  /// A further factor for columns.
  public var aspectRatio = 1.0

  public init() {}

  /// The scaled picture.
  public var output: Picture? {
    image?.scaled(x: scale * aspectRatio, y: scale, .lanczos)
  }
}
