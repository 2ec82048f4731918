/// A picture where there is a background.
///
/// Image · alpha of the background (Porter and Duff, 1984).
public struct SourceInCompositing: PictureFilter {
  public static let name = "sourceInCompositing"
  public static let summary = "A picture where there is a background"
  public static let categories: [FilterCategory] = [.compositeOperation]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
  ]

  /// The picture in front.
  public var image: Picture?
  /// The picture behind; without one, nothing is left.
  public var backgroundImage: Picture?

  public init() {}

  /// The composed pictures.
  public var output: Picture? {
    guard let image else { return nil }
    guard let backgroundImage else { return .empty }
    let extent = image.extent.intersection(backgroundImage.extent)
    return .mixed([image, backgroundImage], extent: extent) { line, others, _ in
      line.mix(others[0]) { pixel, behind in
        pixel * behind.w
      }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
