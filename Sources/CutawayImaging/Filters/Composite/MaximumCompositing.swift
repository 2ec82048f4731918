import CutawayElementKit

/// The greater components of two pictures.
///
/// Components are compared as multiplied by alpha, and alpha, too.
public struct MaximumCompositing: PictureFilter {
  public static let name = "maximumCompositing"
  public static let summary = "The greater components of two pictures"
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
    let extent = image.extent.union(backgroundImage.extent)
    return .mixed([image, backgroundImage], extent: extent) { line, others, _ in
      line.mix(others[0]) { pixel, behind in
        pixel.raised(to: behind)
      }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
