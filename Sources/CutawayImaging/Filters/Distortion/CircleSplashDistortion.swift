/// Spreads the colours of a circle's edge outwards.
///
/// A place outside of the circle shows what lies on the circle in the same direction.
public struct CircleSplashDistortion: PictureFilter {
  public static let name = "circleSplashDistortion"
  public static let summary = "Spreads the colours of a circle's edge outwards"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0...1000, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The radius.
  public var radius = 150.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    guard let image, let disc = Region(around: center, by: radius.held(in: 0...1e6)) else {
      return image
    }
    let middle = SIMD2<Float>(center), edge = Float(radius.held(in: 0...1e6))
    return image.bent(extent: .infinite, required: { $0.intersection(disc).union(disc) }) { place in
      let offset = place - middle, distance = offset.length
      return distance > edge ? middle + offset * (edge / distance) : place
    }
  }
}
