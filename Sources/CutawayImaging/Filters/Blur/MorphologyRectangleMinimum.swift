/// Makes dark areas larger: the smallest components in a rectangle.
///
/// This is the erosion of mathematical morphology (Serra, 1982). The sides are rounded to odd
/// numbers, as Apple documents it. Beyond the picture all is transparent, so its edges become so.
public struct MorphologyRectangleMinimum: PictureFilter {
  public static let name = "morphologyRectangleMinimum"
  public static let summary = "Makes dark areas larger"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("width", \.width, 1...50, .distance),
    .number("height", \.height, 1...50, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The width of the rectangle, in pixels.
  public var width = 5.0
  /// The height of the rectangle, in pixels.
  public var height = 5.0

  public init() {}

  /// The darker picture.
  public var output: Picture? {
    guard let image else { return nil }
    return image.joinedRectangle(
      PixelMinimum.self, morphologyReach(width, height), extent: image.extent)
  }
}
