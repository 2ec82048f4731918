import CutawayElementKit

/// Burns or dodges linearly, depending on a picture.
///
/// B = max(0, b + 2 · s − 1). Apple documents that it combines linear burn and linear dodge. Here b
/// is a component of the background, and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct LinearLightBlendMode: PictureFilter {
  public static let name = "linearLightBlendMode"
  public static let summary = "Burns or dodges linearly, depending on a picture"
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
      (behind + 2 * front - 1).raised(to: SIMD4())
    }
  }
}
