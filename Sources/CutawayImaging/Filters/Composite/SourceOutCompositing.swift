/// A picture where there is no background.
///
/// Image · (1 − alpha of the background) (Porter and Duff, 1984).
public struct SourceOutCompositing: PictureFilter {
  public static let name = "sourceOutCompositing"
  public static let summary = "A picture where there is no background"
  public static let categories: [FilterCategory] = [.compositeOperation]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
  ]

  /// The picture in front.
  public var image: Picture?
  /// The picture behind; without one, the result is the picture in front.
  public var backgroundImage: Picture?

  public init() {}

  /// The composed pictures.
  public var output: Picture? {
    guard let image, let backgroundImage else { return image }
    let extent = image.extent
    return .mixed([image, backgroundImage], extent: extent) { line, others, _ in
      line.mix(others[0]) { pixel, behind in
        pixel * (1 - behind.w)
      }
      line.isOpaque = false
    }
  }
}
