/// Lets light shine over edges.
///
/// Apple states no formula. The picture, blurred with a Gaussian filter whose standard deviation is
/// the radius, and multiplied by the intensity, is laid over the picture with the blend mode screen
/// (W3C Compositing and Blending): image + light − image · light, where light above white only
/// adds. The result is as large as the blurred picture.
public struct Bloom: PictureFilter {
  public static let name = "bloom"
  public static let summary = "Lets light shine over edges"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...100, .distance),
    .number("intensity", \.intensity, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The standard deviation of the light, in pixels.
  public var radius = 10.0
  /// The strength of the light.
  public var intensity = 0.5

  public init() {}

  /// The shining picture.
  public var output: Picture? {
    guard let image else { return nil }
    let light = image.blurred(sigma: radius), amount = Float(intensity.confined(to: 0...1e3))
    return .mixed([image, light], extent: light.extent) { line, others, _ in
      line.mix(others[0]) { pixel, light in
        let rest = (1 - pixel).clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
        return pixel + light * rest * amount
      }
    }
  }
}
