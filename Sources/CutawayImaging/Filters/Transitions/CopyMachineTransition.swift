public import CutawayKeyframes

/// Moves the light of a copying machine over a picture to show another one.
///
/// A bar of light moves over the extent in the direction of the angle. At the part u of its width,
/// the weight of the second picture is that of an S-curve, and the colour · opacity · (1 − (2u −
/// 1)²)² is added.
public struct CopyMachineTransition: PictureFilter {
  public static let name = "copyMachineTransition"
  public static let summary =
    "Moves the light of a copying machine over a picture to show another one"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .rectangle("extent", \.extent),
    .color("color", \.color),
    .number("time", \.time, 0...1, .time),
    .number("angle", \.angle, 0...2 * Double.pi, .angle),
    .number("width", \.width, 0.1...500, .distance),
    .number("opacity", \.opacity, 0...3),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The region over which the transition runs; without one, that of the pictures.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 300, height: 300)
  /// The colour of the light.
  public var color = PictureColor(0.6, 1, 0.8)
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// The direction.
  public var angle = 0.0
  /// The width of the light.
  public var width = 200.0
  /// The brightness of the light.
  public var opacity = 1.3

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(time.held(in: 0...1)), stage = Rectangle.stage(extent, image, targetImage)
    let front = MovingFront(stage, angle: angle), wide = Float(width.held(in: 0.1...1e6))
    let edge = front.low + (front.high - front.low + wide) * part, slope = 1 / wide
    let gain = Float(opacity.held(in: 0...1e3))
    return .transition(image, targetImage, color: color) { pixel, target, place, tint in
      let across = ((edge - front(place)) * slope).unit, middle = across * 2 - 1
      let mixed = pixel + (target - pixel) * across.smooth
      let light = max(1 - middle * middle, 0), bright = gain * light * light
      // Light adds to what is visible.
      return mixed + SIMD4(tint.x, tint.y, tint.z, 0) * (bright * mixed.w)
    }
  }
}
