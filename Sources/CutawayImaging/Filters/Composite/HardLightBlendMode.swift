import CutawayElementKit

/// Multiplies or screens, depending on a picture.
///
/// B = 2 · b · s for s ≤ ½, and otherwise that of screen for 2 · s − 1, by "hard-light" of W3C,
/// Compositing and Blending Level 1. Here b is a component of the background, and s one of the
/// picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct HardLightBlendMode: PictureFilter {
  public static let name = "hardLightBlendMode"
  public static let summary = "Multiplies or screens, depending on a picture"
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
      BlendFormula.hardLight(behind, front)
    }
  }
}
