/// Looks like an X-ray picture: bright becomes dark, with a tint of blue.
///
/// Apple states no table.
public struct XRay: PictureFilter {
  public static let name = "xRay"
  public static let summary = "Looks like an X-ray picture"
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

extension XRay {
  private static let look = PhotoLook(
    saturation: 0, red: [0.85, 0.62, 0.36, 0.14, 0.02],
    green: [0.96, 0.78, 0.52, 0.24, 0.05], blue: [1, 0.86, 0.62, 0.32, 0.09])
}
