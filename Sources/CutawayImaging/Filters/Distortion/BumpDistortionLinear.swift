/// Makes a bump along a line in a picture.
///
/// A place at a distance d from the line, less than the radius r, shows what lies at the distance d
/// · (1 − scale · (1 − (d/r)²)²) on the same side.
public struct BumpDistortionLinear: PictureFilter {
  public static let name = "bumpDistortionLinear"
  public static let summary = "Makes a bump along a line in a picture"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0...600, .distance),
    .number("angle", \.angle, 0...2 * Double.pi, .angle),
    .number("scale", \.scale, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// A place on the line.
  public var center = SIMD2(150.0, 150.0)
  /// How far the bump reaches.
  public var radius = 300.0
  /// The direction of the line.
  public var angle = 0.0
  /// The height of the bump; a negative one makes a hollow.
  public var scale = 0.5

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    guard let image, radius > 0, center.isSane, scale.isFinite else { return image }
    let direction = angle.direction, across = SIMD2(-direction.y, direction.x)
    let middle = SIMD2<Float>(center), height = Float(scale), slope = 1 / Float(radius)
    // Places move by less than the radius, times the scale.
    let reach = Int((radius * abs(scale)).held(in: 0...1e6).rounded(.up))
    return image.bent(extent: image.extent, required: { $0.outset(by: reach) }) { place in
      let distance = ((place - middle) * across).sum(), part = distance * slope
      guard abs(part) < 1 else { return place }
      let bend = 1 - part * part
      return place - across * (distance * height * bend * bend)
    }
  }
}
