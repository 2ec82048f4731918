public import CutawayKeyframes

/// The mean colour of a part of a picture, as a picture of one pixel.
public struct AreaAverage: PictureFilter {
  public static let name = "areaAverage"
  public static let summary = "The mean colour of a part of a picture"
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

  /// A pixel at the origin.
  public var output: Picture? {
    guard let image, let part = image.part(extent) else { return nil }
    // Beyond the picture, pixels are transparent, and count.
    let area = extent.map { Region($0) } ?? image.extent
    let pixels = Double(area.width) * Double(area.height)
    return image.reduced(
      part.inside, to: Region(width: 1, height: 1), from: SIMD4<Double>(),
      { sum, line in for pixel in line { sum += SIMD4<Double>(pixel) } }, { $0 += $1 }
    ) { sum in [SIMD4<Float>(sum / pixels)] }
  }
}
