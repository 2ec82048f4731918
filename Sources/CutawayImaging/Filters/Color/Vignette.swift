/// Darkens the picture towards its corners.
///
/// Apple states no formula. Light is multiplied by 1 / (1 + intensity · (d / radius)⁴), where d is the distance from
/// the centre in half-diagonals.
public struct Vignette: PictureFilter {
  public static let name = "vignette"
  public static let summary = "Darkens the picture towards its corners"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("intensity", \.intensity, -1...1),
    .number("radius", \.radius, 0...2, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// How dark the corners are.
  public var intensity = 0.0
  /// The distance of half the effect, in half-diagonals.
  public var radius = 1.0

  public init() {}

  /// The picture with darker corners.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite else { return image }
    let extent = image.extent
    let centre = SIMD2(Float(extent.minX + extent.maxX), Float(extent.minY + extent.maxY)) / 2
    let half = SIMD2(Float(extent.width), Float(extent.height)) / 2
    let scale = 1 / (max(Float(radius), 1e-3) * max((half * half).sum().squareRoot(), 1))
    let strength = Float(intensity)
    return image.colored { line, _ in
      let y = (Float(line.y) + 0.5 - centre.y) * scale
      line.map { pixel, x in
        let x = (Float(x) + 0.5 - centre.x) * scale
        let square = x * x + y * y
        let gain = 1 / max(1 + strength * square * square, 0.1)
        return pixel * SIMD4(gain, gain, gain, 1)
      }
    }
  }
}
