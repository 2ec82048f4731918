import CutawayElementKit

/// Divides the background by a picture.
///
/// B = min(1, b / s). Apple documents the division, but not what limits it; what black divides is
/// white, but black stays. Light above 1 behind stays below its own value. Here b is a component of
/// the background, and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct DivideBlendMode: PictureFilter {
  public static let name = "divideBlendMode"
  public static let summary = "Divides the background by a picture"
  public static let categories: [FilterCategory] = [.compositeOperation]
  public static let fidelity = FilterFidelity.differs("Apple states no limit")
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
      let most = behind.raised(to: SIMD4(repeating: 1))
      return (behind / front).lowered(to: most)
        .replacing(with: most, where: front .<= 0).replacing(with: 0, where: behind .<= 0)
    }
  }
}
