/// Multiplies two pictures.
///
/// Components are multiplied as multiplied by alpha, and alpha, too. So there is nothing where one
/// of the pictures is not.
public struct MultiplyCompositing: PictureFilter {
  public static let name = "multiplyCompositing"
  public static let summary = "Multiplies two pictures"
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
    let extent = image.extent.intersection(backgroundImage.extent)
    return .mixed([image, backgroundImage], extent: extent) { line, others, _ in
      line.mix(others[0]) { pixel, behind in
        pixel * behind
      }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
