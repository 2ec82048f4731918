/// Makes a bump, or a hollow, in a picture.
///
/// Apple states no formula. A place at a distance d from the centre, less than the radius r, shows what lies at the
/// distance d · (1 − scale · (1 − (d/r)²)²) for bumps, so that both the place and the slope are steady at the edge.
public struct BumpDistortion: PictureFilter {
  public static let name = "bumpDistortion"
  public static let summary = "Makes a bump in a picture"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("radius", \.radius, 0...600, .distance), .number("scale", \.scale, -1...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of the bump.
  public var center = SIMD2(150.0, 150.0)
  /// Its radius, in pixels.
  public var radius = 300.0
  /// Its height; a negative one makes a hollow.
  public var scale = 0.5

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    guard let image else { return nil }
    let centre = SIMD2<Float>(center), square = Float(radius * radius), height = Float(scale)
    // Places move by less than the radius.
    let reach = (radius * min(1, abs(scale))).wholeBelow + 1
    return image.bent(extent: image.extent, required: { $0.outset(by: reach) }) { place in
      let offset = place - centre, part = (offset * offset).sum() / max(square, 1e-6)
      guard part < 1 else { return place }
      let bend = (1 - part) * (1 - part)
      return centre + offset * (1 - height * bend)
    }
  }
}
