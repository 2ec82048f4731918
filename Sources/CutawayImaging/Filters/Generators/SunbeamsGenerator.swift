/// Makes a sun with rays.
///
/// The opacity is 1 in the sun. Around it, it falls with the square of the distance from where the
/// rays end, at maxStriationRadius radii, and differs by direction.
public struct SunbeamsGenerator: PictureFilter {
  public static let name = "sunbeamsGenerator"
  public static let summary = "Makes a sun with rays"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center),
    .color("color", \.color),
    .number("sunRadius", \.sunRadius, 0...800, .distance),
    .number("maxStriationRadius", \.maxStriationRadius, 0...10),
    .number("striationStrength", \.striationStrength, 0...3),
    .number("striationContrast", \.striationContrast, 0...5),
    .number("time", \.time, 0...1, .time),
  ]

  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The colour.
  public var color = PictureColor(1, 0.5, 0)
  /// The radius of the sun.
  public var sunRadius = 40.0
  /// How far rays reach, in radii.
  public var maxStriationRadius = 2.58
  /// How much the brightness of rays differs.
  public var striationStrength = 0.5
  /// How sharply bright and dark rays differ.
  public var striationContrast = 1.375
  /// The state of the rays; those of 0 and 1 are the same.
  public var time = 0.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let sun = Sunbeams(
      center: SIMD2<Float>(center), radius: Float(sunRadius.held(in: 0...1e6)),
      reach: Float(maxStriationRadius.held(in: 1.001...1e3)),
      striations: Striations(
        strength: striationStrength, contrast: striationContrast, time: time))
    return .glow(color) { sun($0) }
  }
}
