/// Puts a ring of glass on a picture.
///
/// The ring is width wide, within the radius. Its cross-section is half of a circle. Light comes
/// from above and is refracted by Snell's law.
public struct TorusLensDistortion: PictureFilter {
  public static let name = "torusLensDistortion"
  public static let summary = "Puts a ring of glass on a picture"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0...500, .distance),
    .number("width", \.width, 0...200, .distance),
    .number("refraction", \.refraction, 0...5),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The outer radius.
  public var radius = 160.0
  /// The width of the ring.
  public var width = 80.0
  /// The refraction of the glass; 1 has no effect.
  public var refraction = 1.7

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    let half = Float(min(width.held(in: 0...1e6), radius.held(in: 0...1e6))) / 2
    guard let image, half > 0 else { return image }
    let middle = Float(radius.held(in: 0...1e6)) - half, lens = RoundLens(refraction: refraction)
    return image.bent(around: center, radius: radius, reach: radius * 2) { offset, _ in
      let distance = offset.length, part = (distance - middle) / half
      guard abs(part) < 1, distance > 0 else { return offset }
      let bent = middle + half * (part < 0 ? -lens(-part) : lens(part))
      return offset * (bent / distance)
    }
  }
}
