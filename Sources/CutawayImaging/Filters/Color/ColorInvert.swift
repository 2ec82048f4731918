/// Inverts colours: c′ = 1 − c.
///
/// Numbers are light, as in the default working space of Core Image. For the inverse of encoded
/// numbers, put the filters `linearToSRGBToneCurve` before and `sRGBToneCurveToLinear` behind.
public struct ColorInvert: PictureFilter {
  public static let name = "colorInvert"
  public static let summary = "Inverts colours"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image)
  ]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.colored(
      by: ColorMatrix(
        rows: [SIMD4(-1, 0, 0, 0), SIMD4(0, -1, 0, 0), SIMD4(0, 0, -1, 0), SIMD4(0, 0, 0, 1)],
        bias: SIMD4(1, 1, 1, 0)))
  }
}
