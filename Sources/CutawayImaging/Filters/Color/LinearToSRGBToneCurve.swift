/// Converts the light of each component to a number of sRGB, by IEC 61966-2-1.
///
/// Negative light gives negative numbers.
public struct LinearToSRGBToneCurve: PictureFilter {
  public static let name = "linearToSRGBToneCurve"
  public static let summary = "Converts light to the numbers of sRGB"
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
      line.mapColors { pixel in SIMD4(codec.encoded(pixel.color), 0) }
    }
  }
}
