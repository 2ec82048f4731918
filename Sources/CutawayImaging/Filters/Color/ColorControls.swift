/// Changes saturation, brightness and contrast.
///
/// c′ = (Y + saturation · (c − Y) + brightness − ½) · contrast + ½, where Y is the luminance of BT.709. Apple documents
/// this order; numbers are light, as in Core Image's default working space.
public struct ColorControls: PictureFilter {
  public static let name = "colorControls"
  public static let summary = "Changes saturation, brightness and contrast"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("saturation", \.saturation, 0...2),
    .number("brightness", \.brightness, -1...1), .number("contrast", \.contrast, 0.25...4),
  ]

  /// The picture.
  public var image: Picture?
  /// 0 is grey, 1 changes nothing.
  public var saturation = 1.0
  /// What is added to each component.
  public var brightness = 0.0
  /// The factor of the distance from ½.
  public var contrast = 1.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let keep = Float(saturation * contrast), gain = Float(contrast)
    let grey = luminanceWeights * (gain - keep)
    let bias = Float((brightness - 0.5) * contrast + 0.5)
    var matrix = ColorMatrix(colors: [
      grey + SIMD3(keep, 0, 0), grey + SIMD3(0, keep, 0), grey + SIMD3(0, 0, keep),
    ])
    matrix.bias = SIMD4(bias, bias, bias, 0)
    return image?.colored(by: matrix)
  }
}
