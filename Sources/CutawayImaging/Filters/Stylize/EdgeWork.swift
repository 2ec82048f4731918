/// Makes a picture in black and white that looks like a woodcut.
///
/// Apple states no formula. White is where the picture is brighter than its surroundings: with the
/// luminance S of the picture after a Gaussian blur whose standard deviation is the radius, and Y
/// after one of a quarter of it, the result is 16 · (Y − S) / (Y + S + 0.02) − 1, within 0…1. Alpha
/// stays. Edges of the picture are repeated.
public struct EdgeWork: PictureFilter {
  public static let name = "edgeWork"
  public static let summary = "Makes a picture that looks like a woodcut"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...20, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The thickness of lines, in pixels.
  public var radius = 3.0

  public init() {}

  /// The picture in black and white.
  public var output: Picture? {
    guard let image else { return nil }
    let radius = self.radius.confined(to: 0...1000), source = image.clamped()
    let pictures = [image, source.blurred(sigma: radius / 4), source.blurred(sigma: radius)]
    return .mixed(pictures, extent: image.extent) { line, others, _ in
      line.mix(others[0], others[1]) { pixel, near, far in
        let (near, far) = (max(near.luminance, 0), max(far.luminance, 0))
        let contrast = (near - far) / (near + far + 0.02)
        let light = min(max(16 * contrast - 1, 0), 1) * pixel.w
        return SIMD4(light, light, light, pixel.w)
      }
    }
  }
}
