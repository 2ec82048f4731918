import Glibc

/// Pulls a circle of a picture towards its centre.
///
/// A place at the part t of the radius from the centre shows what lies at the part t^(1 / (1 +
/// scale)).
public struct PinchDistortion: PictureFilter {
  public static let name = "pinchDistortion"
  public static let summary = "Pulls a circle of a picture towards its centre"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0...1000, .distance),
    .number("scale", \.scale, 0...2),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The radius.
  public var radius = 300.0
  /// The strength.
  public var scale = 0.5

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    let power = Float(1 / (1 + scale.held(in: 0...100)) - 1)
    return image?.bent(around: center, radius: radius) { offset, part in
      part > 0 ? offset * powf(part, power) : offset
    }
  }
}
