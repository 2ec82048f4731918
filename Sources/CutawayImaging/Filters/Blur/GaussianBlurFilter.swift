/// Blurs with a Gaussian filter whose standard deviation is the radius.
///
/// The result is larger by three radii on each side, where it becomes transparent.
public struct GaussianBlurFilter: PictureFilter {
  public static let name = "gaussianBlur"
  public static let summary = "Blurs with a Gaussian filter"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...100, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The standard deviation, in pixels.
  public var radius = 10.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? { image?.blurred(sigma: radius) }
}
