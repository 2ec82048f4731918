/// Makes heights of a mask: white parts become rounded hills.
///
/// Apple states no formula. The luminance m of the mask, times its alpha, is blurred with Gaussian
/// filters whose standard deviations are a whole, a half, a quarter and an eighth of half the
/// radius. The height is the mean of max(0, 2 · blurred − 1), times m: 0 at edges, and near 1 where
/// they are farther than the radius. It is opaque grey.
public struct HeightFieldFromMask: PictureFilter {
  public static let name = "heightFieldFromMask"
  public static let summary = "Makes heights of a mask"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...300, .distance),
  ]

  /// The mask.
  public var image: Picture?
  /// The distance from the edge to the plain on the hill, in pixels.
  public var radius = 10.0

  public init() {}

  /// The heights.
  public var output: Picture? {
    guard let image else { return nil }
    let radius = self.radius.confined(to: 0...4096)
    let levels = [0.5, 0.25, 0.125, 0.0625].map { image.blurred(sigma: radius * $0) }
    return .mixed([image] + levels, extent: image.extent) { line, others, _ in
      var sums = [Float](repeating: 0, count: line.count)
      for other in others {
        for index in 0..<line.count {
          sums[index] += max(0, 2 * other.pixels[index].luminance - 1) / 4
        }
      }
      for index in 0..<line.count {
        let height = sums[index] * min(max(line.pixels[index].luminance, 0), 1)
        line.pixels[index] = SIMD4(height, height, height, 1)
      }
      line.isOpaque = true
    }
  }
}
