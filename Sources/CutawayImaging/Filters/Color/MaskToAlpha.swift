/// Makes a white picture of a grey one, whose alpha is its brightness.
///
/// Apple documents that white is the inside of the mask, and black is transparent. Alpha is the
/// luminance of BT.709, from 0 to 1, multiplied by the alpha of the picture.
public struct MaskToAlpha: PictureFilter {
  public static let name = "maskToAlpha"
  public static let summary = "Makes a transparent picture of a grey one"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image)
  ]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The white picture.
  public var output: Picture? {
    image?.colored { line, _ in
      line.map { pixel in SIMD4(repeating: min(max(pixel.luminance, 0), pixel.w)) }
      line.isOpaque = false
    }
  }
}
