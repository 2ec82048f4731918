/// Maps white to another colour, and all other colours with it.
///
/// Apple states no formula. The light of each component is multiplied by that of the white point.
public struct WhitePointAdjust: PictureFilter {
  public static let name = "whitePointAdjust"
  public static let summary = "Makes another colour white"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .color("color", \.color),
  ]

  /// The picture.
  public var image: Picture?
  /// What white becomes.
  public var color = PictureColor.white

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.colored { [color] line, space in
      var white = space.color(color).straight
      white.w = 1
      line.map { pixel in pixel * white }
    }
  }
}
