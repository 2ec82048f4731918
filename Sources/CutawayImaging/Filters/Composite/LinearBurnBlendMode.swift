import CutawayElementKit

/// Adds two pictures and takes 1 away.
///
/// B = max(0, b + s − 1). Apple documents it: the inverse of the sum of the inverse colours. Here b
/// is a component of the background, and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct LinearBurnBlendMode: PictureFilter {
  public static let name = "linearBurnBlendMode"
  public static let summary = "Adds two pictures and takes 1 away"
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
      (behind + front - 1).raised(to: SIMD4())
    }
  }
}
