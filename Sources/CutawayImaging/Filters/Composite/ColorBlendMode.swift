/// Colours the background with the hue and saturation of a picture.
///
/// The luminosity of the background with the hue and the saturation of the picture, by "color" of
/// W3C, Compositing and Blending Level 1.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct ColorBlendMode: PictureFilter {
  public static let name = "colorBlendMode"
  public static let summary = "Colours the background with the hue and saturation of a picture"
  public static let categories: [FilterCategory] = [.compositeOperation]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
  ]

  /// The picture in front.
  public var image: Picture?
  /// The picture behind; without one, the result is the picture in front.
  public var backgroundImage: Picture?

  public init() {}

  /// The blended pictures.
  public var output: Picture? {
    image?.blended(over: backgroundImage) { behind, front in
      HueBlending.with(luminosity: HueBlending.luminosity(behind), front)
    }
  }
}
