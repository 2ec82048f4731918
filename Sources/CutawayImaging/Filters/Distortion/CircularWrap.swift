import Glibc

/// Bends a picture around a circle.
///
/// The picture's lower edge becomes the circle. Its middle lies above the centre, and its left and
/// right edges meet below; positive angles turn it counterclockwise.
public struct CircularWrap: PictureFilter {
  public static let name = "circularWrap"
  public static let summary = "Bends a picture around a circle"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let repeatsEdges = false
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0...600, .distance),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The radius.
  public var radius = 150.0
  /// The angle.
  public var angle = 0.0

  public init() {}

  /// The ring.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite, !image.extent.isEmpty else { return image }
    let source = image.extent, inner = radius.held(in: 0...1e6)
    guard let box = Region(around: center, by: inner + Double(source.height)) else { return image }
    let middle = SIMD2<Float>(center), edge = Float(inner),
      start = Float(angle.isFinite ? angle : 0)
    let low = SIMD2(Float(source.minX), Float(source.minY)), width = Float(source.width)
    return image.bent(extent: box, required: { _ in source }) { place in
      let offset = place - middle
      // Clockwise from above the centre.
      let turn = (atan2f(offset.x, offset.y) + start) / (2 * .pi) + 0.5
      return low + SIMD2((turn - turn.floored) * width, offset.length - edge)
    }
  }
}
