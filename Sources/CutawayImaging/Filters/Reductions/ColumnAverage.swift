public import CutawayKeyframes

/// The mean colours of the columns of a part of a picture, as a picture that is one pixel high.
///
/// Colours count as multiplied by alpha. Only pixels of the picture count.
public struct ColumnAverage: PictureFilter {
  public static let name = "columnAverage"
  public static let summary = "The mean colours of the columns of a part of a picture"
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

  /// A row of pixels from the origin on.
  public var output: Picture? {
    guard let image, let part = image.part(extent), !part.inside.isEmpty else { return nil }
    let width = part.inside.width, share = 1 / Double(part.inside.height)
    return image.reduced(
      part.inside, to: Region(width: width, height: 1),
      from: [SIMD4<Double>](repeating: SIMD4(), count: width),
      { sums, line in
        for (index, pixel) in line.enumerated() { sums[index] += SIMD4<Double>(pixel) }
      }, { sum, other in for index in 0..<width { sum[index] += other[index] } },
      { $0.map { SIMD4<Float>($0 * share) } })
  }
}
