/// Makes each component 1 if it is greater than a threshold, and otherwise 0, as Apple documents
/// it.
public struct ColorThreshold: PictureFilter {
  public static let name = "colorThreshold"
  public static let summary = "Makes components 0 or 1"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("threshold", \.threshold, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The threshold.
  public var threshold = 0.5

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let threshold = Float(threshold)
    return image?.colored { line, _ in
      line.mapColors { pixel in
        SIMD4(
          pixel.x > threshold ? 1 : 0, pixel.y > threshold ? 1 : 0, pixel.z > threshold ? 1 : 0, 0)
      }
    }
  }
}
