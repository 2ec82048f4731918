import CutawayElementKit

/// Burns or dodges, depending on a picture.
///
/// B is that of color burn with 2 · s for s ≤ ½, and otherwise that of color dodge with 2 · s − 1.
/// Apple documents that it combines both.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct VividLightBlendMode: PictureFilter {
  public static let name = "vividLightBlendMode"
  public static let summary = "Burns or dodges, depending on a picture"
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
      BlendFormula.vividLight(behind, front)
    }
  }
}
