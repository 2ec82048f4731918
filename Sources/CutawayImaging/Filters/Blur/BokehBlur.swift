/// Blurs as a lens that makes discs, perhaps with bright rings, of small lights.
///
/// Apple states no formula. The kernel is a disc of the radius. Its outer part, ringSize · radius
/// wide, is brighter by the factor 1 + 4 · ringAmount. A Gaussian blur, whose standard deviation is
/// the softness, smooths the result.
public struct BokehBlur: PictureFilter {
  public static let name = "bokehBlur"
  public static let summary = "Blurs as a lens that makes discs of lights"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...500, .distance),
    .number("ringAmount", \.ringAmount, 0...1), .number("ringSize", \.ringSize, 0...0.2),
    .number("softness", \.softness, 0...10, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The radius of discs, in pixels.
  public var radius = 20.0
  /// How bright the ring is.
  public var ringAmount = 0.0
  /// The width of the ring, as a part of the radius.
  public var ringSize = 0.1
  /// The standard deviation of the final blur, in pixels.
  public var softness = 1.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? {
    guard let image else { return nil }
    let disc = image.discBlurred(radius: radius), gain = 4 * ringAmount.confined(to: 0...100)
    let inner = 1 - ringSize.confined(to: 0...1)
    if gain == 0 || inner == 1 { return disc.blurred(sigma: softness) }
    // The bright disc without a part of the inner disc.
    let middle = image.discBlurred(radius: radius * inner), area = inner * inner
    let total = 1 + gain - gain * area
    let (whole, less) = (Float((1 + gain) / total), Float(gain * area / total))
    let ring = Picture.mixed([disc, middle], extent: disc.extent) { line, others, _ in
      line.mix(others[0]) { disc, middle in disc * whole - middle * less }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
    return ring.blurred(sigma: softness)
  }
}
