/// Gives the background the saturation of a picture.
///
/// The luminosity and the hue of the background with the saturation of the picture, by "saturation"
/// of W3C, Compositing and Blending Level 1.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct SaturationBlendMode: PictureFilter {
  public static let name = "saturationBlendMode"
  public static let summary = "Gives the background the saturation of a picture"
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
      let saturation = HueBlending.saturation(front)
      let color = HueBlending.with(saturation: saturation, behind)
      return HueBlending.with(luminosity: HueBlending.luminosity(behind), color)
    }
  }
}
