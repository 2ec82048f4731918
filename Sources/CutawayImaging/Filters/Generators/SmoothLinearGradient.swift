/// Makes a gradient along a line with smooth ends.
///
/// The part of the second colour is 3t² − 2t³, where t is the part of the way between the points.
public struct SmoothLinearGradient: PictureFilter {
  public static let name = "smoothLinearGradient"
  public static let summary = "Makes a gradient along a line with smooth ends"
  public static let categories: [FilterCategory] = [.gradient, .generator]
  public static let fidelity = FilterFidelity.differs("Apple does not state its S-curve")
  public static let inputs: [FilterInput<Self>] = [
    .point("point0", \.point0),
    .point("point1", \.point1),
    .color("color0", \.color0),
    .color("color1", \.color1),
  ]

  /// Where the first colour is.
  public var point0 = SIMD2(0.0, 0.0)
  /// Where the second colour is.
  public var point1 = SIMD2(200.0, 200.0)
  /// The first colour.
  public var color0 = PictureColor.white
  /// The second colour.
  public var color1 = PictureColor.black

  public init() {}

  /// The plane.
  public var output: Picture? {
    let part = LineGradient(point0, point1)
    return .gradient(color0, color1) { part($0).smooth }
  }
}
