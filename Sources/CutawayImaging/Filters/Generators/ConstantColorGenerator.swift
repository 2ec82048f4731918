/// Fills the plane with a colour.
public struct ConstantColorGenerator: PictureFilter {
  public static let name = "constantColorGenerator"
  public static let summary = "Fills the plane with a colour"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [.color("color", \.color)]

  /// The colour.
  public var color = PictureColor(1, 0, 0)

  public init() {}

  /// The plane.
  public var output: Picture? { .color(color) }
}

extension Picture {
  /// The plane in a colour.
  public static func color(_ color: PictureColor) -> Picture {
    .generated { line, space in
      let pixel = space.color(color)
      line.map { (_: SIMD4<Float>) in pixel }
      line.isOpaque = pixel.w == 1
    }
  }
}
