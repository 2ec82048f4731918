import CutawayElementKit

/// Darkens the background where a picture is dark.
///
/// B = 1 − min(1, (1 − b) / s), by "color-burn" of W3C, Compositing and Blending Level 1; 0 for a
/// black picture. Light above 1 behind stays. Here b is a component of the background, and s one of
/// the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct ColorBurnBlendMode: PictureFilter {
  public static let name = "colorBurnBlendMode"
  public static let summary = "Darkens the background where a picture is dark"
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
      BlendFormula.burn(behind, front)
    }
  }
}
