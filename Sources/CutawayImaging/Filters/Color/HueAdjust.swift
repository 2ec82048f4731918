import Glibc

/// Turns the hues of all colours.
///
/// Colours are rotated by the angle around the neutral axis of the colour cube, as Apple documents
/// it, by the formula of Rodrigues. A third of a turn makes green of red, and blue of green.
public struct HueAdjust: PictureFilter {
  public static let name = "hueAdjust"
  public static let summary = "Turns the hues of all colours"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("angle", \.angle, -Double.pi...Double.pi, .hue),
  ]

  /// The picture.
  public var image: Picture?
  /// The angle, in radians.
  public var angle = 0.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let cosine = Float(cos(angle)), sine = Float(sin(angle) / 3.0.squareRoot())
    let mean = (1 - cosine) / 3, own = cosine + mean
    let (next, previous) = (mean + sine, mean - sine)
    return image?.colored(
      by: ColorMatrix(colors: [
        SIMD3(own, previous, next), SIMD3(next, own, previous), SIMD3(previous, next, own),
      ]))
  }
}
