/// Adds two pictures.
///
/// The components are added, as multiplied by alpha (Porter and Duff, 1984, "plus"). Alpha is at
/// most 1; light above 1 stays.
public struct AdditionCompositing: PictureFilter {
  public static let name = "additionCompositing"
  public static let summary = "Adds two pictures"
  public static let categories: [FilterCategory] = [.compositeOperation]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
  ]

  /// The picture in front.
  public var image: Picture?
  /// The picture behind; without one, the result is the picture in front.
  public var backgroundImage: Picture?

  public init() {}

  /// The composed pictures.
  public var output: Picture? {
    guard let image, let backgroundImage else { return image }
    let extent = image.extent.union(backgroundImage.extent)
    return .mixed([image, backgroundImage], extent: extent) { line, others, _ in
      line.mix(others[0]) { pixel, behind in
        var sum = pixel + behind
        sum.w = min(sum.w, 1)
        return sum
      }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
