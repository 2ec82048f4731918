/// Converts each component from a number of sRGB to light, by IEC 61966-2-1.
///
/// Negative numbers give negative light.
public struct SRGBToneCurveToLinear: PictureFilter {
  public static let name = "sRGBToneCurveToLinear"
  public static let summary = "Converts numbers of sRGB to light"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image)
  ]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.colored { line, _ in
      let codec = ColorCodec.of(.sRGB, .linear)
      line.mapColors { pixel in SIMD4(codec.decoded(pixel.color), 0) }
    }
  }
}
