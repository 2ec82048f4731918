public import CutawayKeyframes

/// Shows another picture by a flash of light.
///
/// Up to the fade threshold, a sun with rays grows until it covers the extent. Then its colour
/// fades as an S-curve, and shows the second picture.
public struct FlashTransition: PictureFilter {
  public static let name = "flashTransition"
  public static let summary = "Shows another picture by a flash of light"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .point("center", \.center),
    .rectangle("extent", \.extent),
    .color("color", \.color),
    .number("time", \.time, 0...1, .time),
    .number("maxStriationRadius", \.maxStriationRadius, 0...10),
    .number("striationStrength", \.striationStrength, 0...3),
    .number("striationContrast", \.striationContrast, 0...5),
    .number("fadeThreshold", \.fadeThreshold, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The region over which the transition runs; without one, that of the pictures.
  public var extent: Rectangle? = Rectangle(x: 0, y: 0, width: 300, height: 300)
  /// The colour of the light.
  public var color = PictureColor(1, 0.8, 0.6)
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// How far rays reach, in radii of the light.
  public var maxStriationRadius = 2.58
  /// How much the brightness of rays differs.
  public var striationStrength = 0.5
  /// How sharply bright and dark rays differ.
  public var striationContrast = 1.375
  /// The time at which the light begins to fade.
  public var fadeThreshold = 0.85

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(time.held(in: 0...1)), stage = Rectangle.stage(extent, image, targetImage)
    let threshold = Float(fadeThreshold.held(in: 0.01...0.99))
    if part >= threshold {
      let cover = 1 - ((part - threshold) / (1 - threshold)).unit.smooth
      return .transition(image, targetImage, color: color) { _, target, _, tint in
        target * (1 - cover * tint.w) + tint * cover
      }
    }
    let size = center.isSane ? stage.farthest(from: center) : 0
    let sun = Sunbeams(
      center: SIMD2<Float>(center), radius: Float(size) * part / threshold,
      reach: Float(maxStriationRadius.held(in: 1.001...1e3)),
      striations: Striations(
        strength: striationStrength, contrast: striationContrast, time: Double(part)))
    return .transition(image, targetImage, color: color) { pixel, _, place, tint in
      let cover = sun(place)
      return pixel * (1 - cover * tint.w) + tint * cover
    }
  }
}
