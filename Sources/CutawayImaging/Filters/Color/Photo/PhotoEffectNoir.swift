/// Looks like old film, black and white, with high contrast.
///
/// Apple documents black and white, and exaggerated contrast, but no table. This look has curves
/// and a saturation of its own.
public struct PhotoEffectNoir: PictureFilter {
  public static let name = "photoEffectNoir"
  public static let summary = "Looks like old film, black and white, with high contrast"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no table")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .flag("extrapolate", \.extrapolate),
  ]

  /// The picture.
  public var image: Picture?
  /// Whether numbers outside of 0…1 stay so.
  public var extrapolate = false

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.styled(Self.look, extrapolates: extrapolate)
  }
}

extension PhotoEffectNoir {
  private static let look = PhotoLook(
    saturation: 0, red: [0, 0.13, 0.48, 0.86, 1])
}
