import Glibc

/// Makes a star with a cross of light.
///
/// The opacity is the sum of a spot, 1 / (1 + (4d / radius)²)² at a distance d, and of the two
/// beams of a cross, of e^crossOpacity · exp(−(v / crossWidth)²) · exp(−|u| / length), where u lies
/// along a beam, v lies across, and the length is radius · crossScale · e^epsilon.
public struct StarShineGenerator: PictureFilter {
  public static let name = "starShineGenerator"
  public static let summary = "Makes a star with a cross of light"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center),
    .color("color", \.color),
    .number("radius", \.radius, 0...300, .distance),
    .number("crossScale", \.crossScale, 0...100),
    .number("crossAngle", \.crossAngle, -Double.pi...Double.pi, .angle),
    .number("crossOpacity", \.crossOpacity, -8...0),
    .number("crossWidth", \.crossWidth, 0.5...10, .distance),
    .number("epsilon", \.epsilon, -8...0),
  ]

  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The colour.
  public var color = PictureColor(1, 0.8, 0.6)
  /// The size of the star.
  public var radius = 50.0
  /// The size of the cross.
  public var crossScale = 15.0
  /// The direction of the cross.
  public var crossAngle = 0.6
  /// The brightness of the cross, as a power of e.
  public var crossOpacity = -2.0
  /// The width of the beams, in pixels.
  public var crossWidth = 2.5
  /// The length of the beams, as a power of e.
  public var epsilon = -2.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let middle = SIMD2<Float>(center), turn = crossAngle.direction
    let size = Float(radius.held(in: 1e-3...1e6)),
      narrow = 1 / Float(crossWidth.held(in: 1e-3...1e6))
    let long =
      1 / max(size * Float(crossScale.held(in: 1e-3...1e6) * exp(epsilon.held(in: -20...0))), 1e-3)
    let bright = Float(exp(crossOpacity.held(in: -20...0)))
    return .glow(color) { place in
      let offset = (place - middle).turnedBack(turn)
      let near = offset * (4 / size), spot = 1 / (1 + (near * near).sum())
      let across = offset * narrow
      let first = expf(-across.y * across.y - abs(offset.x) * long)
      let second = expf(-across.x * across.x - abs(offset.y) * long)
      return spot * spot + bright * (first + second)
    }
  }
}
