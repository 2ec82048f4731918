/// Raises the components of colours to a power.
///
/// c′ = sign(c) · |c| to the power: Apple documents a gamma value, and that larger ones darken.
public struct GammaAdjust: PictureFilter {
  public static let name = "gammaAdjust"
  public static let summary = "Raises colours to a power"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("power", \.power, 0.25...4),
  ]

  /// The picture.
  public var image: Picture?
  /// The exponent.
  public var power = 1.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    guard power != 1, power.isFinite else { return image }
    let curve = CurveTable.power(power)
    return image?.colored { line, _ in
      line.mapColors { pixel in SIMD4(curve[pixel.x], curve[pixel.y], curve[pixel.z], 0) }
    }
  }
}
