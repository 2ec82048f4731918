import CutawayElementKit

/// Darkens or brightens softly, depending on a picture.
///
/// B = b − (1 − 2 · s) · b · (1 − b) for s ≤ ½, and otherwise b + (2 · s − 1) · (D − b), where D is
/// ((16 · b − 12) · b + 4) · b for b ≤ ¼, and otherwise √b, by "soft-light" of W3C, Compositing and
/// Blending Level 1. Here b is a component of the background, and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct SoftLightBlendMode: PictureFilter {
  public static let name = "softLightBlendMode"
  public static let summary = "Darkens or brightens softly, depending on a picture"
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
      BlendFormula.softLight(behind, front)
    }
  }
}
