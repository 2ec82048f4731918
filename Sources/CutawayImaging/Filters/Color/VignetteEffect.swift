/// Darkens what lies around a circle.
///
/// Apple states no formula. Light is multiplied by 1 − intensity · t, where t rises as 3x² − 2x³
/// from 0 at the distance radius · (1 − falloff) to 1 at radius · (1 + falloff). Negative
/// intensities brighten.
public struct VignetteEffect: PictureFilter {
  public static let name = "vignetteEffect"
  public static let summary = "Darkens what lies around a circle"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("radius", \.radius, 0...2000, .distance), .number("intensity", \.intensity, -1...1),
    .number("falloff", \.falloff, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of the circle.
  public var center = SIMD2(150.0, 150.0)
  /// The radius of the circle, in pixels.
  public var radius = 150.0
  /// How dark the surroundings are.
  public var intensity = 1.0
  /// How soft the edge is.
  public var falloff = 0.5

  public init() {}

  /// The picture with darker surroundings.
  public var output: Picture? {
    let centre = SIMD2<Float>(center), radius = max(Float(radius), 0)
    let softness = min(max(Float(falloff), 0), 1)
    // A hard edge is as wide as a pixel.
    let width = max(2 * radius * softness, 1), first = radius - width / 2
    let scale = 1 / width, strength = Float(intensity)
    return image?.colored { line, _ in
      let y = Float(line.y) + 0.5 - centre.y, square = y * y
      line.map { pixel, x in
        let x = Float(x) + 0.5 - centre.x
        let part = min(max(((x * x + square).squareRoot() - first) * scale, 0), 1)
        let gain = max(1 - strength * part * part * (3 - 2 * part), 0)
        return pixel * SIMD4(gain, gain, gain, 1)
      }
    }
  }
}
