/// Adds the 49 pixels around each pixel, each multiplied by a weight.
///
/// result = Σ weight · pixel + bias for each component, with alpha, which colours are multiplied
/// by; Apple documents it. The weights belong to rows from the top, each from the left. The result
/// is larger by half the kernel on each side, and has no end if the bias is not 0.
public struct Convolution7X7: PictureFilter {
  public static let name = "convolution7X7"
  public static let summary = "Adds the 49 pixels around each pixel with weights"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple does not state the order of rows")
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("weights", \.weights), .number("bias", \.bias),
  ]

  /// The picture.
  public var image: Picture?
  /// The weights; missing ones are 0.
  public var weights: [Double] =
    [Double](repeating: 0, count: 24) + [1] + [Double](repeating: 0, count: 24)
  /// What is added.
  public var bias = 0.0

  public init() {}

  /// The sums.
  public var output: Picture? {
    image?.convolved(weights, columns: 7, rows: 7, bias: bias)
  }
}
