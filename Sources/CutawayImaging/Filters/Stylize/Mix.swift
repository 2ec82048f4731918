/// Mixes two pictures: background + (image − background) · amount.
public struct Mix: PictureFilter {
  public static let name = "mix"
  public static let summary = "Mixes two pictures"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
    .number("amount", \.amount, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// What is behind; without one, the result is the picture.
  public var backgroundImage: Picture?
  /// From 0, the background, to 1, the picture.
  public var amount = 1.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let backgroundImage else { return image }
    let part = Float(amount.confined(to: 0...1))
    return .mixed([image, backgroundImage], extent: image.extent.union(backgroundImage.extent)) {
      line, others, _ in
      line.mix(others[0]) { pixel, behind in pixel * part + behind * (1 - part) }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
