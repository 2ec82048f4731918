/// Prints a picture with a screen of rings.
///
/// Apple states no formula. The threshold is the distance from the nearest ring, in half periods.
/// The centre is a ring. Ink covers a place from its threshold t of ink on. The result is (t − 1) ·
/// slope + a, within 0…1, where the slope is 1 / (1 − sharpness), but at most half the width, and a
/// makes the mean of all t the luminance of the light, within 0…1. Alpha stays.
public struct CircularScreen: PictureFilter {
  public static let name = "circularScreen"
  public static let summary = "Prints a picture with a screen of rings"
  public static let categories: [FilterCategory] = [.halftoneEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("width", \.width, 2...50, .distance), .number("sharpness", \.sharpness, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of the screen.
  public var center = SIMD2(150.0, 150.0)
  /// The period of the screen, in pixels.
  public var width = 6.0
  /// How hard edges are.
  public var sharpness = 0.7

  public init() {}

  /// The printed picture.
  public var output: Picture? {
    let screen = HalftoneScreen(
      center: center, angle: 0, width: width, sharpness: sharpness)
    return image?.printed(screen) { offset in
      let distance = (offset.x * offset.x + offset.y * offset.y).squareRoot()
      return abs(screenWave(SIMD2(distance, 0)).x)
    }
  }
}
