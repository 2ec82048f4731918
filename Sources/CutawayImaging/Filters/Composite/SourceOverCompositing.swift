/// Lays a picture over another one (Porter and Duff, 1984): image + background · (1 − alpha of image).
public struct SourceOverCompositing: PictureFilter {
  public static let name = "sourceOverCompositing"
  public static let summary = "Lays a picture over another one"
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

  /// Both pictures.
  public var output: Picture? {
    guard let image, let backgroundImage else { return image }
    return image.over(backgroundImage)
  }
}

extension Picture {
  /// The picture in front of another one.
  public func over(_ background: Picture) -> Picture {
    Picture(.layered(self, over: background), extent: extent.union(background.extent))
  }
}
