/// Makes a grey of the least component of each colour, as Apple documents it.
public struct MinimumComponent: PictureFilter {
  public static let name = "minimumComponent"
  public static let summary = "Makes greys of the least components"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image)
  ]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The grey picture.
  public var output: Picture? {
    image?.colored { line, _ in
      line.map { pixel in
        let grey = min(pixel.x, min(pixel.y, pixel.z))
        return SIMD4(grey, grey, grey, pixel.w)
      }
    }
  }
}
