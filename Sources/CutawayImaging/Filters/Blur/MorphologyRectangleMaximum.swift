/// Makes bright areas larger: the greatest components in a rectangle.
///
/// This is the dilation of mathematical morphology (Serra, 1982). The sides are rounded to odd
/// numbers, as Apple documents it. The result is larger by half the rectangle on each side.
public struct MorphologyRectangleMaximum: PictureFilter {
  public static let name = "morphologyRectangleMaximum"
  public static let summary = "Makes bright areas larger"
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

  /// The brighter picture.
  public var output: Picture? {
    guard let image else { return nil }
    let reach = morphologyReach(width, height)
    return image.joinedRectangle(
      PixelMaximum.self, reach, extent: image.extent.outset(x: reach.x, y: reach.y))
  }
}
