/// Prints a picture with two crossing screens of lines.
///
/// Apple states no formula. With the distance d from the centre of the nearest line of both
/// screens, in half periods, the threshold is 1 − (1 − d)², which is the part of the plane that is
/// nearer to lines. Ink covers a place from its threshold t of ink on. The result is (t − 1) ·
/// slope + a, within 0…1, where the slope is 1 / (1 − sharpness), but at most half the width, and a
/// makes the mean of all t the luminance of the light, within 0…1. Alpha stays.
public struct HatchedScreen: PictureFilter {
  public static let name = "hatchedScreen"
  public static let summary = "Prints a picture with two crossing screens of lines"
  public static let categories: [FilterCategory] = [.halftoneEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("width", \.width, 2...50, .distance), .number("sharpness", \.sharpness, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of the screen.
  public var center = SIMD2(150.0, 150.0)
  /// The direction of the screen, anticlockwise.
  public var angle = 0.0
  /// The period of the screen, in pixels.
  public var width = 6.0
  /// How hard edges are.
  public var sharpness = 0.7

  public init() {}

  /// The printed picture.
  public var output: Picture? {
    let screen = HalftoneScreen(
      center: center, angle: angle, width: width, sharpness: sharpness)
    return image?.printed(screen) { offset in
      let place = screenWave(offset), rest = 1 - min(abs(place.x), abs(place.y))
      return 1 - rest * rest
    }
  }
}
