public import CutawayKeyframes

/// Keeps a part of a picture.
public struct Crop: PictureFilter {
  public static let name = "crop"
  public static let summary = "Keeps a part of a picture"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .rectangle("rectangle", \.rectangle),
  ]

  /// The picture.
  public var image: Picture?
  /// The part; without one, everything is kept.
  public var rectangle: Rectangle?

  public init() {}

  /// The part of the picture.
  public var output: Picture? {
    guard let rectangle else { return image }
    return image?.cropped(to: Region(rectangle))
  }
}

extension Region {
  /// The pixels that a rectangle touches.
  init(_ rectangle: Rectangle) {
    self =
      Region(
        covering: rectangle.x, rectangle.y, rectangle.x + rectangle.width,
        rectangle.y + rectangle.height) ?? .empty
  }
}
