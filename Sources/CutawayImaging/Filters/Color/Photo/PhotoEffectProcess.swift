/// Looks like old film, with cool colours.
///
/// Apple documents emphasized cool colours, but no table. This look has curves and a saturation of
/// its own.
public struct PhotoEffectProcess: PictureFilter {
  public static let name = "photoEffectProcess"
  public static let summary = "Looks like old film, with cool colours"
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

extension PhotoEffectProcess {
  private static let look = PhotoLook(
    saturation: 0.85, red: [0, 0.17, 0.48, 0.8, 0.98],
    green: [0.02, 0.27, 0.55, 0.8, 1], blue: [0.1, 0.33, 0.56, 0.78, 0.95])
}
