/// Makes dark areas larger: the smallest components in a disc.
///
/// Each component, and alpha, becomes the smallest one of the pixels whose centres are not farther
/// than the radius: the erosion of mathematical morphology (Serra, 1982). Beyond the picture all is
/// transparent, so its edges become so.
public struct MorphologyMinimum: PictureFilter {
  public static let name = "morphologyMinimum"
  public static let summary = "Makes dark areas larger"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 1...50, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The radius of the disc, in pixels.
  public var radius = 5.0

  public init() {}

  /// The darker picture.
  public var output: Picture? {
    guard let image else { return nil }
    return image.joinedDisc(PixelMinimum.self, radius: radius, extent: image.extent)
  }
}
