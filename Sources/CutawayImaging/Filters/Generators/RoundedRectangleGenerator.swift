public import CutawayKeyframes
import Glibc

/// Makes a rectangle with round corners.
///
/// The opacity at the edge is the part of the pixel within the rectangle. With smoothness, corners
/// are superellipses of the exponent 2 + smoothness instead of circles.
public struct RoundedRectangleGenerator: PictureFilter {
  public static let name = "roundedRectangleGenerator"
  public static let summary = "Makes a rectangle with round corners"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple states no formula for smooth corners")
  public static let inputs: [FilterInput<Self>] = [
    .rectangle("extent", \.extent),
    .number("radius", \.radius, 0...100, .distance),
    .number("smoothness", \.smoothness, 0...1),
    .color("color", \.color),
  ]

  /// The rectangle.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 100, height: 100)
  /// The radius of the corners.
  public var radius = 10.0
  /// How smooth corners are.
  public var smoothness = 0.0
  /// The colour.
  public var color = PictureColor.white

  public init() {}

  /// The rectangle.
  public var output: Picture? {
    guard let extent, extent.width > 0, extent.height > 0 else { return .empty }
    let region = Region(extent)
    guard !region.isEmpty, !region.isInfinite else { return .empty }
    let half = SIMD2(Float(extent.width), Float(extent.height)) / 2
    let middle = SIMD2(Float(extent.x), Float(extent.y)) + half
    let round = Float(radius.held(in: 0...Double(min(half.x, half.y))))
    let power = 2 + Float(smoothness.held(in: 0...1))
    return .glow(color) { place in
      let offset = place - middle
      let outer = SIMD2(abs(offset.x), abs(offset.y)) - half + round
      if outer.x <= 0 || outer.y <= 0 { return 0.5 + round - max(outer.x, outer.y) }
      let distance =
        power == 2
        ? outer.length : powf(powf(outer.x, power) + powf(outer.y, power), 1 / power)
      return 0.5 + round - distance
    }.cropped(to: region)
  }
}
