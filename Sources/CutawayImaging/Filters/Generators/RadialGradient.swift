/// Makes a gradient between two circles.
///
/// The part of the second colour at a distance d is (d − radius0) / (radius1 − radius0), limited to
/// 0…1.
public struct RadialGradient: PictureFilter {
  public static let name = "radialGradient"
  public static let summary = "Makes a gradient between two circles"
  public static let categories: [FilterCategory] = [.gradient, .generator]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center),
    .number("radius0", \.radius0, 0...800, .distance),
    .number("radius1", \.radius1, 0...800, .distance),
    .color("color0", \.color0),
    .color("color1", \.color1),
  ]

  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The radius of the first circle.
  public var radius0 = 5.0
  /// The radius of the second circle.
  public var radius1 = 100.0
  /// The first colour.
  public var color0 = PictureColor.white
  /// The second colour.
  public var color1 = PictureColor.black

  public init() {}

  /// The plane.
  public var output: Picture? {
    let middle = SIMD2<Float>(center), inner = Float(radius0), width = Float(radius1) - inner
    // Circles of the same radius have a hard edge.
    let slope = abs(width) > 1e-3 ? 1 / width : 1e3
    return .gradient(color0, color1) { (($0 - middle).length - inner) * slope }
  }
}
