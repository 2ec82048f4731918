public import CutawayKeyframes

/// The mean colours of the rows of a part of a picture, as a picture that is one pixel wide.
///
/// Colours count as multiplied by alpha. Only pixels of the picture count.
public struct RowAverage: PictureFilter {
  public static let name = "rowAverage"
  public static let summary = "The mean colours of the rows of a part of a picture"
  public static let categories: [FilterCategory] = [.reduction]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .rectangle("extent", \.extent),
  ]

  /// The picture.
  public var image: Picture?
  /// The part; without one, the whole picture.
  public var extent: Rectangle?

  public init() {}

  /// A column of pixels from the origin on.
  public var output: Picture? {
    guard let image, let part = image.part(extent), !part.inside.isEmpty else { return nil }
    let share = 1 / Double(part.inside.width)
    return image.reduced(
      part.inside, to: Region(width: 1, height: part.inside.height), from: [SIMD4<Float>](),
      { rows, line in
        rows.append(SIMD4<Float>(line.reduce(into: SIMD4<Double>()) { $0 += SIMD4($1) } * share))
      }, { $0 += $1 }, { $0 })
  }
}
