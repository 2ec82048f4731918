public import CutawayKeyframes

/// Swipes another picture over a picture.
///
/// A front moves over the extent in the direction of the angle. Behind it, over a distance of the
/// width, the weight w of the second picture grows from 0 to 1. There the colour covers the
/// pictures by opacity · 4w(1 − w).
public struct SwipeTransition: PictureFilter {
  public static let name = "swipeTransition"
  public static let summary = "Swipes another picture over a picture"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .rectangle("extent", \.extent),
    .color("color", \.color),
    .number("time", \.time, 0...1, .time),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("width", \.width, 0.1...800, .distance),
    .number("opacity", \.opacity, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The region over which the transition runs; without one, that of the pictures.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 300, height: 300)
  /// The colour of the front.
  public var color = PictureColor.white
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// The direction.
  public var angle = 0.0
  /// The width of the front.
  public var width = 300.0
  /// The opacity of the front.
  public var opacity = 0.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(time.held(in: 0...1)), stage = Rectangle.stage(extent, image, targetImage)
    let front = MovingFront(stage, angle: angle), wide = Float(width.held(in: 0.1...1e6))
    let edge = front.low + (front.high - front.low + wide) * part, slope = 1 / wide
    let cover = Float(opacity.held(in: 0...1)) * 4
    return .transition(image, targetImage, color: color) { pixel, target, place, tint in
      let weight = ((edge - front(place)) * slope).unit, mixed = pixel + (target - pixel) * weight
      let band = cover * weight * (1 - weight)
      return mixed * (1 - band * tint.w) + tint * band
    }
  }
}
