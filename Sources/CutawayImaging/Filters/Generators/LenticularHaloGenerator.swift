/// Makes a halo of coloured rings.
///
/// Red, green and blue are rings, which are haloWidth wide. Their middles are 1 − haloOverlap of
/// the width apart, with red inside; at a distance v from the middle, the brightness is (1 − (2v /
/// haloWidth)²)², multiplied by that of rays.
public struct LenticularHaloGenerator: PictureFilter {
  public static let name = "lenticularHaloGenerator"
  public static let summary = "Makes a halo of coloured rings"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center),
    .color("color", \.color),
    .number("haloRadius", \.haloRadius, 0...1000, .distance),
    .number("haloWidth", \.haloWidth, 0...300, .distance),
    .number("haloOverlap", \.haloOverlap, 0...1),
    .number("striationStrength", \.striationStrength, 0...3),
    .number("striationContrast", \.striationContrast, 0...5),
    .number("time", \.time, 0...1, .time),
  ]

  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The colour.
  public var color = PictureColor(1, 0.9, 0.8)
  /// The radius of the halo.
  public var haloRadius = 70.0
  /// The width of its rings.
  public var haloWidth = 87.0
  /// How much the rings overlap.
  public var haloOverlap = 0.77
  /// How much the brightness of rays differs.
  public var striationStrength = 0.5
  /// How sharply bright and dark rays differ.
  public var striationContrast = 1.0
  /// The state of the rays; those of 0 and 1 are the same.
  public var time = 0.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let middle = SIMD2<Float>(center), radius = Float(haloRadius.held(in: 0...1e6))
    let width = Float(haloWidth.held(in: 1e-3...1e6)),
      apart = Float(1 - haloOverlap.held(in: 0...1)) * width
    let rays = Striations(strength: striationStrength, contrast: striationContrast, time: time)
    let middles = SIMD3(radius - apart, radius, radius + apart)
    return .generated { [color] line, space in
      let full = space.color(color), y = Float(line.y) + 0.5
      line.map { (_: SIMD4<Float>, x: Int) in
        let offset = SIMD2(Float(x) + 0.5, y) - middle
        let distance = (SIMD3(repeating: offset.length) - middles) * (2 / width)
        let fall = SIMD3.one - distance * distance
        if fall.max() <= 0 { return SIMD4() }
        let parts = fall.clamped(lowerBound: SIMD3(), upperBound: .one)
        let rings = parts * parts * rays(offset)
        return full * SIMD4(rings, rings.max())
      }
    }
  }
}
