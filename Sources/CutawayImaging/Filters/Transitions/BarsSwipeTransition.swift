import CutawayElementKit
import CutawayKeyframes

/// Swipes bars of a picture away to show another one.
///
/// Bars of the first picture move out in the direction of the angle. Each bar starts with a delay
/// of its own, a random number of pixels below the product of the width and the offset of bars.
public struct BarsSwipeTransition: PictureFilter {
  public static let name = "barsSwipeTransition"
  public static let summary = "Swipes bars of a picture away to show another one"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .number("angle", \.angle, 0...2 * Double.pi, .angle),
    .number("width", \.width, 2...300, .distance),
    .number("barOffset", \.barOffset, 1...100),
    .number("time", \.time, 0...1, .time),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The direction.
  public var angle = Double.pi
  /// The width of a bar.
  public var width = 30.0
  /// How irregularly the bars move.
  public var barOffset = 10.0
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let extents = [image.extent, targetImage.extent], source = extents[0].union(extents[1])
    if source.isInfinite || source.isEmpty { return time > 0.5 ? targetImage : image }
    let front = MovingFront(.stage(nil, image, targetImage), angle: angle)
    let length = front.high - front.low, wide = Float(width.held(in: 1...1e6))
    let delay = min(wide * Float(barOffset.held(in: 0...1e3)), length * 4)
    // A pixel more, so that soft edges leave the picture, too.
    let way = Float(time.held(in: 0...1)) * (length + delay + 1), direction = front.direction
    let reach = Int(min(way, length + 1).rounded(.up)) + 1
    let sampling = Sampling(inputs: [image, targetImage]) { region, input in
      region.outset(by: input == 0 ? reach : 0).intersection(extents[input])
    } draw: { line, tiles, _ in
      let y = Float(line.y) + 0.5, row = line.y
      tiles[1].withView { pixels in
        line.map { (_: SIMD4<Float>, x: Int) in pixels[x, row] }
      }
      tiles[0].withView { pixels in
        line.map { target, x in
          let place = SIMD2(Float(x) + 0.5, y),
            across = place.y * direction.x - place.x * direction.y
          let bar = Int((across / wide).floored)
          let random = Float(scattered(bar, 0) >> 40) / Float(1 << 24)
          let step = max(way - delay * random, 0)
          // The place in the direction, and that before the bar moved.
          let begin = front(place) - step - front.low
          let weight = step > 0 ? (begin + 0.5).unit : 1
          if weight <= 0 { return target }
          // At the front, the picture's edge is not mixed with what is before it.
          let spot = place - direction * min(step, max(begin + step - 0.5, 0))
          return target + (pixels.linear(spot) - target) * weight
        }
      }
    }
    return Picture(.sampled(sampling), extent: source)
  }
}
