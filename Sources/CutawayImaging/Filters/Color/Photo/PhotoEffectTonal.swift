/// Looks like old film, black and white, with almost the same contrast.
///
/// Apple documents black and white, without other contrast, but no table. This look has curves and
/// a saturation of its own.
public struct PhotoEffectTonal: PictureFilter {
  public static let name = "photoEffectTonal"
  public static let summary = "Looks like old film, black and white, with almost the same contrast"
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

extension PhotoEffectTonal {
  private static let look = PhotoLook(
    saturation: 0, red: [0.02, 0.26, 0.51, 0.76, 1])
}
