/// Multiplies a picture with the background.
///
/// B = b · s, by "multiply" of W3C, Compositing and Blending Level 1. Here b is a component of the
/// background, and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct MultiplyBlendMode: PictureFilter {
  public static let name = "multiplyBlendMode"
  public static let summary = "Multiplies a picture with the background"
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
      behind * front
    }
  }
}
