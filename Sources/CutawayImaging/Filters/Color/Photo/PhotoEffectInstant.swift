/// Looks like old film, with distorted colours.
///
/// Apple documents distorted colours, but no table. This look has curves and a saturation of its
/// own.
public struct PhotoEffectInstant: PictureFilter {
  public static let name = "photoEffectInstant"
  public static let summary = "Looks like old film, with distorted colours"
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

extension PhotoEffectInstant {
  private static let look = PhotoLook(
    saturation: 0.8, red: [0.06, 0.30, 0.57, 0.82, 1],
    green: [0.05, 0.26, 0.53, 0.77, 0.95], blue: [0.13, 0.31, 0.51, 0.69, 0.85])
}
