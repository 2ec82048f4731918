import CutawayElementKit

/// Darkens or brightens, depending on a picture.
///
/// B = min(b, 2 · s) for s ≤ ½, and otherwise max(b, 2 · s − 1). Apple documents that components
/// are replaced where the picture is darker or brighter. Here b is a component of the background,
/// and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct PinLightBlendMode: PictureFilter {
  public static let name = "pinLightBlendMode"
  public static let summary = "Darkens or brightens, depending on a picture"
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
      let double = 2 * front
      return behind.lowered(to: double)
        .replacing(with: behind.raised(to: double - 1), where: front .> 0.5)
    }
  }
}
