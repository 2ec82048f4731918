/// Mixes two pictures by the blue of a mask: 1 shows the picture, 0 the background.
///
/// The weight is limited to 0…1; it is the light of the component, multiplied by the alpha of the
/// mask. Apple documents it.
public struct BlendWithBlueMask: PictureFilter {
  public static let name = "blendWithBlueMask"
  public static let summary = "Mixes two pictures by the blue of a mask"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
    .picture("maskImage", \.maskImage),
  ]

  /// The picture.
  public var image: Picture?
  /// What is behind; nothing by default.
  public var backgroundImage: Picture?
  /// The mask.
  public var maskImage: Picture?

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let maskImage else { return image }
    return image.blended(with: backgroundImage ?? .empty, by: maskImage) { $0.z }
  }
}
