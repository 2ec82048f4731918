import CutawayElementKit

/// Brightens the background where a picture is bright.
///
/// B = min(1, b / (1 − s)), by "color-dodge" of W3C, Compositing and Blending Level 1; 1 for a
/// white picture. Light above 1 behind stays. Here b is a component of the background, and s one of
/// the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct ColorDodgeBlendMode: PictureFilter {
  public static let name = "colorDodgeBlendMode"
  public static let summary = "Brightens the background where a picture is bright"
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
      BlendFormula.dodge(behind, front)
    }
  }
}
