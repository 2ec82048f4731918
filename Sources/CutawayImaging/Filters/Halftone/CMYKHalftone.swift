/// Prints a picture in cyan, magenta, yellow and black, each with a screen of dots.
///
/// Apple states no formula. Of the grey part, which is 1 − the greatest of red, green and blue
/// within 0…1, GCR · UCR is printed in black, k. The others print what is missing then: where inks
/// overlap they take light from each other, so red is (1 − c) · (1 − k), and c = 1 − red / (1 − k).
/// Screens are those of ``DotScreen``, turned by 15° for cyan, 75° for magenta, 0° for yellow and
/// 45° for black. Alpha stays.
public struct CMYKHalftone: PictureFilter {
  public static let name = "CMYKHalftone"
  public static let summary = "Prints a picture in four inks, with screens of dots"
  public static let categories: [FilterCategory] = [.halftoneEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("width", \.width, -2...100, .distance),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("sharpness", \.sharpness, 0...1), .number("GCR", \.grayComponentReplacement, 0...1),
    .number("UCR", \.underColorRemoval, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of a dot of each screen.
  public var center = SIMD2(150.0, 150.0)
  /// The period of screens, in pixels.
  public var width = 6.0
  /// The direction of screens, anticlockwise.
  public var angle = 0.0
  /// How hard edges are.
  public var sharpness = 0.7
  /// The part of grey that is printed in black.
  public var grayComponentReplacement = 1.0
  /// The part of that which colours leave to black.
  public var underColorRemoval = 0.5

  public init() {}

  /// The printed picture.
  public var output: Picture? {
    let screens = [15.0, 75, 0, 45].map { degrees in
      HalftoneScreen(
        center: center, angle: angle + degrees * .pi / 180, width: abs(width),
        sharpness: sharpness)
    }
    let (cyan, magenta, yellow, black) = (screens[0], screens[1], screens[2], screens[3])
    let share = Float(
      grayComponentReplacement.confined(to: 0...1) * underColorRemoval.confined(to: 0...1))
    return image?.colored { line, _ in
      let y = line.y
      line.map { pixel, x in
        let alpha = pixel.w
        guard alpha > 0 else { return SIMD4() }
        let light = pixel.straight.color.clamped(
          lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
        let rest = 1 - (1 - max(light.x, light.y, light.z)) * share
        let inks = light / max(rest, 1e-6)
        func paper(_ screen: HalftoneScreen, _ light: Float) -> Float {
          screen.paper(light, dotThreshold(screen.offset(x, y)))
        }
        let dark = paper(black, rest)
        let printed = SIMD3(
          paper(cyan, inks.x), paper(magenta, inks.y), paper(yellow, inks.z))
        return SIMD4(printed * (dark * alpha), alpha)
      }
    }
  }
}
