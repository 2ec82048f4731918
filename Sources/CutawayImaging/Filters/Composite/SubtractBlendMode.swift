import CutawayElementKit

/// Takes a picture away from the background.
///
/// B = max(0, b − s). Apple documents the difference. Here b is a component of the background, and
/// s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct SubtractBlendMode: PictureFilter {
  public static let name = "subtractBlendMode"
  public static let summary = "Takes a picture away from the background"
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
      (behind - front).raised(to: SIMD4())
    }
  }
}
