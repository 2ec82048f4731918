/// Looks like old film, with warm colours.
///
/// Apple documents emphasized warm colours, but no table. This look has curves and a saturation of
/// its own.
public struct PhotoEffectTransfer: PictureFilter {
  public static let name = "photoEffectTransfer"
  public static let summary = "Looks like old film, with warm colours"
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

extension PhotoEffectTransfer {
  private static let look = PhotoLook(
    saturation: 0.9, red: [0.06, 0.31, 0.59, 0.83, 1],
    green: [0.03, 0.25, 0.52, 0.77, 0.97], blue: [0.03, 0.2, 0.42, 0.66, 0.9])
}
