/// Adds a picture to the background.
///
/// B = b + s. Apple documents the sum; light above 1 stays. Here b is a component of the
/// background, and s one of the picture.
///
/// Colours are not multiplied by alpha; both pictures are composed by the basic formula of ISO
/// 32000.
public struct LinearDodgeBlendMode: PictureFilter {
  public static let name = "linearDodgeBlendMode"
  public static let summary = "Adds a picture to the background"
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
      behind + front
    }
  }
}
