/// Mixes two pictures by the alpha of a mask: 1 shows the picture, 0 the background.
///
/// The weight is limited to 0…1. Apple documents it.
public struct BlendWithAlphaMask: PictureFilter {
  public static let name = "blendWithAlphaMask"
  public static let summary = "Mixes two pictures by the alpha of a mask"
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
    return image.blended(with: backgroundImage ?? .empty, by: maskImage) { $0.w }
  }
}
