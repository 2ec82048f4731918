import CutawayElementKit

/// Multiplies or screens, depending on the background.
///
/// That of hard light with both pictures exchanged, by "overlay" of W3C, Compositing and Blending
/// Level 1.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct OverlayBlendMode: PictureFilter {
  public static let name = "overlayBlendMode"
  public static let summary = "Multiplies or screens, depending on the background"
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
      BlendFormula.hardLight(front, behind)
    }
  }
}
