import CutawayElementKit

/// Limits the components of colours, and alpha, to a range.
///
/// Colours are not multiplied by alpha; smaller components become the minimum, and larger ones the
/// maximum, as Apple documents it.
public struct ColorClamp: PictureFilter {
  public static let name = "colorClamp"
  public static let summary = "Limits colours"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("minComponents", \.minComponents),
    .vector("maxComponents", \.maxComponents),
  ]

  /// The picture.
  public var image: Picture?
  /// The least red, green, blue and alpha.
  public var minComponents: [Double] = [0, 0, 0, 0]
  /// The greatest red, green, blue and alpha.
  public var maxComponents: [Double] = [1, 1, 1, 1]

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let low = minComponents.fourNumbers, high = maxComponents.fourNumbers
    return image?.colored { line, _ in
      let keepsAlpha = line.isOpaque && low.w <= 1 && high.w >= 1
      line.mapStraight { pixel in pixel.limited(low, high) }
      line.isOpaque = keepsAlpha
    }
  }
}
