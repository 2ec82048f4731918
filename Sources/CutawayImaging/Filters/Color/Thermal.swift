/// Looks like a picture of a thermal camera, from blue for dark to yellow and white for bright.
///
/// Apple states no table.
public struct Thermal: PictureFilter {
  public static let name = "thermal"
  public static let summary = "Looks like a thermal camera"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no table")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image)
  ]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.styled(Self.look)
  }
}

extension Thermal {
  private static let look = PhotoLook(
    saturation: 0, red: [0.02, 0.15, 0.5, 0.8, 0.95, 1, 1],
    green: [0, 0.02, 0.02, 0.15, 0.45, 0.8, 1], blue: [0.25, 0.55, 0.6, 0.35, 0.08, 0.15, 0.9])
}
