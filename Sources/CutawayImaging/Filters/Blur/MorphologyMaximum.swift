/// Makes bright areas larger: the greatest components in a disc.
///
/// Each component becomes the greatest one of the pixels whose centres are not farther than the
/// radius: the dilation of mathematical morphology (Serra, 1982). The result is larger by the
/// radius on each side.
public struct MorphologyMaximum: PictureFilter {
  public static let name = "morphologyMaximum"
  public static let summary = "Makes bright areas larger"
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

  /// The brighter picture.
  public var output: Picture? {
    guard let image else { return nil }
    let extent = image.extent.outset(by: radius.confined(to: 0...1024).wholeBelow)
    return image.joinedDisc(PixelMaximum.self, radius: radius, extent: extent)
  }
}
