public import CutawayKeyframes

/// The pixel of the least alpha in a part of a picture, as a picture of one pixel.
///
/// Of several, the lowest one counts, and in its row the leftmost. What lies beyond the picture is
/// transparent.
public struct AreaMinimumAlpha: PictureFilter {
  public static let name = "areaMinimumAlpha"
  public static let summary = "The pixel of the least alpha in a part of a picture"
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
    return image.summarized(
      part, from: SIMD4<Float>(0, 0, 0, Float.infinity),
      margin: { if 0 < $0.w { $0 = SIMD4() } },
      { value, line in
        for pixel in line where pixel.w < value.w { value = pixel }
      }, { if $1.w < $0.w { $0 = $1 } }, { [$0] })
  }
}
