/// Finds edges and shows them in colour.
///
/// Apple states no formula. Each colour becomes intensity · √(x² + y²), where x and y are the
/// results of the filters of Sobel (1968), divided by 4: white beside black gives the intensity.
/// Alpha stays. Edges of the picture are repeated.
public struct Edges: PictureFilter {
  public static let name = "edges"
  public static let summary = "Finds edges and shows them in colour"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("intensity", \.intensity, 0...10),
  ]

  /// The picture.
  public var image: Picture?
  /// The brightness of edges.
  public var intensity = 1.0

  public init() {}

  /// The edges.
  public var output: Picture? {
    guard let image else { return nil }
    let amount = Float(intensity.confined(to: 0...1e6)) / 4
    return image.clamped().surroundings(x: 1, y: 1, extent: image.extent) { block, index, _ in
      let slopes = block.slopes(index)
      var result = (slopes.x * slopes.x + slopes.y * slopes.y).squareRoot() * amount
      result.w = block[index, 0, 0].w
      return result
    }
  }
}
