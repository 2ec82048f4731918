import CutawayElementKit
public import CutawayKeyframes

/// Counts the components in a part of a picture by their size, as a picture that is one pixel high.
///
/// Each pixel is a bin of red, green, blue and alpha: the part of the pixels whose component c, not
/// multiplied by alpha, lies in it, floor(c · count), multiplied by the scale. Numbers below 0 and
/// above 1 count to the outer bins. Only pixels of the picture count. With the scale 1 the sum of
/// all bins is 1, as Apple documents it.
public struct AreaHistogram: PictureFilter {
  public static let name = "areaHistogram"
  public static let summary = "Counts the components in a part of a picture"
  public static let categories: [FilterCategory] = [.reduction]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .rectangle("extent", \.extent), .number("scale", \.scale, 0...1),
    .number("count", \.count, 1...2048, .count),
  ]

  /// The picture.
  public var image: Picture?
  /// The part; without one, the whole picture.
  public var extent: Rectangle?
  /// The sum of the bins.
  public var scale = 1.0
  /// The number of bins.
  public var count = 64.0

  public init() {}

  /// A row of pixels from the origin on.
  public var output: Picture? {
    guard let image, var part = image.part(extent), !part.inside.isEmpty, !count.isNaN else {
      return nil
    }
    part.hasMargin = false
    let bins = Int(min(max(count, 1), 2048)), last = Float(bins - 1), factor = Float(bins)
    let gain = scale / (Double(part.inside.width) * Double(part.inside.height))
    return image.summarized(
      part, count: bins, from: [SIMD4<Int32>](repeating: SIMD4(), count: bins), margin: { _ in },
      { value, line in
        for pixel in line {
          // In this order, what is no number counts as 0.
          let places = SIMD4<Float>().raised(to: pixel.straight * factor)
            .lowered(to: SIMD4(repeating: last))
          value[Int(places.x)].x &+= 1
          value[Int(places.y)].y &+= 1
          value[Int(places.z)].z &+= 1
          value[Int(places.w)].w &+= 1
        }
      }, { sum, other in for bin in 0..<bins { sum[bin] &+= other[bin] } },
      { $0.map { SIMD4<Float>(SIMD4<Double>($0) * gain) } })
  }
}
