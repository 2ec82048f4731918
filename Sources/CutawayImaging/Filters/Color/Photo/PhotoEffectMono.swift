/// Looks like old film, black and white, with low contrast.
///
/// Apple documents black and white, and low contrast, but no table. This look has curves and a
/// saturation of its own.
public struct PhotoEffectMono: PictureFilter {
  public static let name = "photoEffectMono"
  public static let summary = "Looks like old film, black and white, with low contrast"
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

extension PhotoEffectMono {
  private static let look = PhotoLook(
    saturation: 0, red: [0.05, 0.27, 0.5, 0.73, 0.95])
}
