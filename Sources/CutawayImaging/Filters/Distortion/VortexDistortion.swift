import Glibc

/// Makes a vortex of a circle of a picture.
///
/// At the part t of the radius, the picture is turned counterclockwise by angle · (1 − t)⁴.
public struct VortexDistortion: PictureFilter {
  public static let name = "vortexDistortion"
  public static let summary = "Makes a vortex of a circle of a picture"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0...800, .distance),
    .number("angle", \.angle, -30 * Double.pi...30 * Double.pi, .angle),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The radius.
  public var radius = 300.0
  /// The turn at the centre.
  public var angle = 18 * Double.pi

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    let turn = Float(angle.isFinite ? angle : 0)
    return image?.bent(around: center, radius: radius) { offset, part in
      let rest = 1 - part, angle = turn * rest * rest * rest * rest
      return offset.turnedBack(SIMD2(cosf(angle), sinf(angle)))
    }
  }
}
