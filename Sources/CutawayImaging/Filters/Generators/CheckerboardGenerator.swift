/// Makes a checkerboard.
///
/// The centre is the lower left corner of a square in the first colour. The sharpness 1 gives hard edges; with less,
/// colours mix towards the edges.
public struct CheckerboardGenerator: PictureFilter {
  public static let name = "checkerboardGenerator"
  public static let summary = "Makes a checkerboard"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("Apple states no formula for soft edges")
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center), .color("color0", \.color0), .color("color1", \.color1),
    .number("width", \.width, 0...800, .distance), .number("sharpness", \.sharpness, 0...1),
  ]

  /// A corner of squares.
  public var center = SIMD2(150.0, 150.0)
  /// The first colour.
  public var color0 = PictureColor.white
  /// The second colour.
  public var color1 = PictureColor.black
  /// The sides of squares, in pixels.
  public var width = 80.0
  /// How hard edges are.
  public var sharpness = 1.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let origin = SIMD2<Float>(center), step = 1 / max(Float(width), 1e-3)
    // At full sharpness an edge is as wide as a pixel.
    let slope = 2 / max(Float(1 - sharpness), min(step, 1))
    return .generated { [color0, color1] line, space in
      let first = space.color(color0), second = space.color(color1)
      /// A wave of period 2 between −1 and 1, and its edges.
      func wave(_ place: Float) -> Float {
        let phase = place - 2 * (place * 0.5).rounded(.down)
        let distance = phase < 1 ? min(phase, 1 - phase) : -min(phase - 1, 2 - phase)
        return min(max(distance * slope, -1), 1)
      }
      let tall = wave((Float(line.y) + 0.5 - origin.y) * step)
      line.map { (_: SIMD4<Float>, x: Int) in
        let part = (1 - wave((Float(x) + 0.5 - origin.x) * step) * tall) * 0.5
        return first + (second - first) * part
      }
    }
  }
}
