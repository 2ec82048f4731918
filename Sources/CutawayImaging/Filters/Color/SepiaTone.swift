/// Maps colours to shades of brown.
///
/// Apple states no formula. The luminance Y becomes Y · (1.253, 0.969, 0.559), which keeps it: the brown that the usual
/// matrix for encoded numbers (0.393, 0.769, 0.189, …) makes of greys, as light. The intensity mixes it with the
/// colour.
public struct SepiaTone: PictureFilter {
  public static let name = "sepiaTone"
  public static let summary = "Maps colours to shades of brown"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("intensity", \.intensity, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The part of the brown picture.
  public var intensity = 1.0

  public init() {}

  /// The brown picture.
  public var output: Picture? {
    let amount = Float(intensity), keep = 1 - amount
    func row(_ tint: Float, _ own: SIMD3<Float>) -> SIMD3<Float> {
      luminanceWeights * (tint * amount) + own * keep
    }
    return image?.colored(
      by: ColorMatrix(colors: [
        row(1.253, SIMD3(1, 0, 0)), row(0.969, SIMD3(0, 1, 0)), row(0.559, SIMD3(0, 0, 1)),
      ]))
  }
}
