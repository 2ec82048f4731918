/// Puts a rod of glass on a picture.
///
/// The rod lies between two points, with round ends. Its cross-section is half of a circle. Light
/// comes from above and is refracted by Snell's law.
public struct GlassLozenge: PictureFilter {
  public static let name = "glassLozenge"
  public static let summary = "Puts a rod of glass on a picture"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("point0", \.point0),
    .point("point1", \.point1),
    .number("radius", \.radius, 0...1000, .distance),
    .number("refraction", \.refraction, 0...5),
  ]

  /// The picture.
  public var image: Picture?
  /// An end of the rod.
  public var point0 = SIMD2(150.0, 150.0)
  /// The other end.
  public var point1 = SIMD2(350.0, 150.0)
  /// The radius of the rod.
  public var radius = 100.0
  /// The refraction of the glass; 1 has no effect.
  public var refraction = 1.7

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    guard let image, radius > 0, let first = Region(around: point0, by: radius * 2),
      let last = Region(around: point1, by: radius * 2)
    else { return image }
    let box = first.union(last), start = SIMD2<Float>(point0), rod = LineGradient(point0, point1)
    let way = SIMD2<Float>(point1 - point0), edge = Float(radius),
      lens = RoundLens(refraction: refraction)
    let required: @Sendable (Region) -> Region = {
      $0.intersection(box).isEmpty ? $0 : $0.union(box)
    }
    return image.bent(extent: image.extent, required: required) { place in
      let axis = start + way * rod(place), offset = place - axis, distance = offset.length
      guard distance < edge, distance > 0 else { return place }
      return axis + offset * (lens(distance / edge) * edge / distance)
    }
  }
}
