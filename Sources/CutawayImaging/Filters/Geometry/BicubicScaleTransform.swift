/// Scales a picture with a cubic filter.
///
/// Weights are those of Mitchell and Netravali (1988) with the parameters B and C, in pixels of the
/// smaller picture. Rows are scaled by `scale`, columns by `scale` · `aspectRatio`, about the
/// origin.
public struct BicubicScaleTransform: PictureFilter {
  public static let name = "bicubicScaleTransform"
  public static let summary = "Scales a picture with a cubic filter"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state how it makes pictures smaller")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .number("scale", \.scale, 0.05...100),
    .number("aspectRatio", \.aspectRatio, 0.5...2),
    .number("B", \.parameterB, 0...1),
    .number("C", \.parameterC, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The factor.
  public var scale = 1.0
  /// A further factor for columns.
  public var aspectRatio = 1.0
  /// How soft the filter is.
  public var parameterB = 0.0
  /// How sharp the filter is.
  public var parameterC = 0.75

  public init() {}

  /// The scaled picture.
  public var output: Picture? {
    image?.scaled(
      x: scale * aspectRatio, y: scale,
      .cubic(b: parameterB.held(in: 0...1), c: parameterC.held(in: 0...1)))
  }
}
