public import CutawayKeyframes

/// The least and the greatest red in a part of a picture, as red and green of one opaque pixel.
///
/// Red counts as multiplied by alpha. Apple documents the places of both numbers.
public struct AreaMinMaxRed: PictureFilter {
  public static let name = "areaMinMaxRed"
  public static let summary = "The least and the greatest red in a part of a picture"
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
    let none = Float.infinity
    return image.summarized(
      part, from: SIMD2<Float>(none, -none), margin: { $0 = SIMD2(min($0.x, 0), max($0.y, 0)) },
      { value, line in
        for pixel in line { value = SIMD2(min(value.x, pixel.x), max(value.y, pixel.x)) }
      }, { $0 = SIMD2(min($0.x, $1.x), max($0.y, $1.y)) }, { [SIMD4($0.x, $0.y, 0, 1)] })
  }
}
