/// Looks like old film, with diminished colours.
///
/// Apple documents diminished colour, but no table. This look has curves and a saturation of its
/// own.
public struct PhotoEffectFade: PictureFilter {
  public static let name = "photoEffectFade"
  public static let summary = "Looks like old film, with diminished colours"
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

extension PhotoEffectFade {
  private static let look = PhotoLook(
    saturation: 0.6, red: [0.09, 0.29, 0.54, 0.77, 0.97],
    green: [0.08, 0.29, 0.53, 0.76, 0.96], blue: [0.1, 0.3, 0.53, 0.74, 0.93])
}
