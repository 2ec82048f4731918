import CutawayElementKit
public import CutawayKeyframes

/// The least and the greatest components in a part of a picture, as a picture of two pixels.
///
/// The left pixel is that of `areaMinimum`, and the right one that of `areaMaximum`, as Apple
/// documents it.
public struct AreaMinMax: PictureFilter {
  public static let name = "areaMinMax"
  public static let summary = "The least and the greatest components in a part of a picture"
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

  /// Two pixels; the left one lies at the origin.
  public var output: Picture? {
    guard let image, let part = image.part(extent) else { return nil }
    let none = Float.infinity
    return image.summarized(
      part, count: 2, from: [SIMD4<Float>(repeating: none), SIMD4<Float>(repeating: -none)],
      margin: { $0 = [$0[0].lowered(to: SIMD4()), $0[1].raised(to: SIMD4())] },
      { value, line in
        var (least, most) = (value[0], value[1])
        for pixel in line { (least, most) = (least.lowered(to: pixel), most.raised(to: pixel)) }
        value = [least, most]
      }, { $0 = [$0[0].lowered(to: $1[0]), $0[1].raised(to: $1[1])] }, { $0 })
  }
}
