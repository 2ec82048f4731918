import CutawayElementKit
public import CutawayKeyframes

/// The greatest components in a part of a picture, as a picture of one pixel.
///
/// Each component is compared by itself, as multiplied by alpha, and alpha, too. What lies beyond
/// the picture is transparent black.
public struct AreaMaximum: PictureFilter {
  public static let name = "areaMaximum"
  public static let summary = "The greatest components in a part of a picture"
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
      part, from: SIMD4<Float>(repeating: -Float.infinity), margin: { $0 = $0.raised(to: SIMD4()) },
      { value, line in
        for pixel in line { value = value.raised(to: pixel) }
      }, { $0 = $0.raised(to: $1) }, { [$0] })
  }
}
