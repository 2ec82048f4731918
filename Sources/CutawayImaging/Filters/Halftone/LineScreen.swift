/// Prints a picture with a screen of lines.
///
/// Apple states no formula. The threshold is the distance from the centre of the nearest line, in
/// half periods, as by the spot function Line of ISO 32000-1, Table 128. At the angle 0, lines run
/// along the y axis. Ink covers a place from its threshold t of ink on. The result is (t − 1) ·
/// slope + a, within 0…1, where the slope is 1 / (1 − sharpness), but at most half the width, and a
/// makes the mean of all t the luminance of the light, within 0…1. Alpha stays.
public struct LineScreen: PictureFilter {
  public static let name = "lineScreen"
  public static let summary = "Prints a picture with a screen of lines"
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
    return image?.printed(screen) { abs(screenWave($0).x) }
  }
}
