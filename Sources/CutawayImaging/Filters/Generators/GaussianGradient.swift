import Glibc

/// Makes a spot that fades as a Gaussian curve.
///
/// The part of the first colour at a distance d is exp(−d² / (2σ²)), with σ = radius / 3: it ends
/// at the radius, as far as the eye can tell.
public struct GaussianGradient: PictureFilter {
  public static let name = "gaussianGradient"
  public static let summary = "Makes a spot that fades as a Gaussian curve"
  public static let categories: [FilterCategory] = [.gradient, .generator]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state the deviation for a radius")
  public static let inputs: [FilterInput<Self>] = [
    .point("center", \.center),
    .color("color0", \.color0),
    .color("color1", \.color1),
    .number("radius", \.radius, 0...800, .distance),
  ]

  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The first colour.
  public var color0 = PictureColor.white
  /// The second colour.
  public var color1 = PictureColor.clear
  /// Where the spot ends.
  public var radius = 300.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let middle = SIMD2<Float>(center),
      slope = -4.5 / Float(radius.held(in: 1e-3...1e9) * radius.held(in: 1e-3...1e9))
    return .gradient(color0, color1) { place in
      let offset = place - middle
      return 1 - expf((offset * offset).sum() * slope)
    }
  }
}
