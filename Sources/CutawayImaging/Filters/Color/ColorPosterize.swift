/// Leaves a number of levels of each component.
///
/// Apple states the number of levels but not their places. They are equally far from each other,
/// from 0 to 1, and each component becomes the nearest: c′ = round(c · (levels − 1)) / (levels −
/// 1).
public struct ColorPosterize: PictureFilter {
  public static let name = "colorPosterize"
  public static let summary = "Leaves a few levels of each component"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple does not state where the levels lie")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("levels", \.levels, 2...30),
  ]

  /// The picture.
  public var image: Picture?
  /// The number of levels, at least 2.
  public var levels = 6.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let steps = SIMD4(repeating: min(max(Float(levels) - 1, 1), 0x1p16))
    return image?.colored { line, _ in
      line.mapColors { pixel in
        // Sums with this number have no fractions.
        let rounded = (pixel * steps + 0x1.8p23) - 0x1.8p23
        return rounded / steps
      }
    }
  }
}
