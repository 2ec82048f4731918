/// Looks like old film, with exaggerated colours.
///
/// Apple documents exaggerated colour, but no table. This look has curves and a saturation of its
/// own.
public struct PhotoEffectChrome: PictureFilter {
  public static let name = "photoEffectChrome"
  public static let summary = "Looks like old film, with exaggerated colours"
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

extension PhotoEffectChrome {
  private static let look = PhotoLook(
    saturation: 1.3, red: [0, 0.22, 0.53, 0.82, 1])
}
