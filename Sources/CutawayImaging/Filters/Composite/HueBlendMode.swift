/// Gives the background the hue of a picture.
///
/// The luminosity and the saturation of the background with the hue of the picture, by "hue" of
/// W3C, Compositing and Blending Level 1.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct HueBlendMode: PictureFilter {
  public static let name = "hueBlendMode"
  public static let summary = "Gives the background the hue of a picture"
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
      let saturation = HueBlending.saturation(behind)
      let color = HueBlending.with(saturation: saturation, front)
      return HueBlending.with(luminosity: HueBlending.luminosity(behind), color)
    }
  }
}
