/// Adds the nine pixels of a row around each pixel, each multiplied by a weight.
///
/// result = Σ weight · pixel + bias for each component, with alpha, which colours are multiplied
/// by; Apple documents it. The weights belong to pixels from the left. The result is larger by half
/// the kernel on each side, and has no end if the bias is not 0.
public struct Convolution9Horizontal: PictureFilter {
  public static let name = "convolution9Horizontal"
  public static let summary = "Adds the nine pixels of a row around each pixel with weights"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.same
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("weights", \.weights), .number("bias", \.bias),
  ]

  /// The picture.
  public var image: Picture?
  /// The weights; missing ones are 0.
  public var weights: [Double] = [0, 0, 0, 0, 1, 0, 0, 0, 0]
  /// What is added.
  public var bias = 0.0

  public init() {}

  /// The sums.
  public var output: Picture? {
    image?.convolved(weights, columns: 9, rows: 1, bias: bias)
  }
}
