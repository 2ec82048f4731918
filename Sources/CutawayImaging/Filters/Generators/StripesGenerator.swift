/// Makes vertical stripes.
///
/// The centre is the left edge of a stripe in the first colour. The sharpness 1 gives hard edges;
/// with less, colours mix towards the edges.
public struct StripesGenerator: PictureFilter {
  public static let name = "stripesGenerator"
  public static let summary = "Makes vertical stripes"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple states no formula for soft edges")
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center),
    .color("color0", \.color0),
    .color("color1", \.color1),
    .number("width", \.width, 0...800, .distance),
    .number("sharpness", \.sharpness, 0...1),
  ]

  /// The left edge of a stripe.
  public var center = SIMD2(150.0, 150.0)
  /// The first colour.
  public var color0 = PictureColor.white
  /// The second colour.
  public var color1 = PictureColor.black
  /// The width of stripes, in pixels.
  public var width = 80.0
  /// How hard edges are.
  public var sharpness = 1.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let origin = Float(center.x), step = 1 / Float(width.held(in: 1e-3...1e9))
    // At full sharpness an edge is as wide as a pixel.
    let slope = 2 / max(Float(1 - sharpness.held(in: 0...1)), min(step, 1))
    return .gradient(color0, color1) { place in
      let x = (place.x - origin) * step, phase = x - 2 * (x * 0.5).floored
      let distance = phase < 1 ? min(phase, 1 - phase) : -min(phase - 1, 2 - phase)
      return (1 - distance * slope) * 0.5
    }
  }
}
