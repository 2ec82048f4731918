/// Dulls bright places.
///
/// Apple states no formula. Colours that are brighter than the blurred picture approach it by the
/// intensity: image + intensity · min(0, blurred − image). The standard deviation of the Gaussian
/// blur is the radius. Edges of the picture are repeated. Alpha stays.
public struct Gloom: PictureFilter {
  public static let name = "gloom"
  public static let summary = "Dulls bright places"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...100, .distance),
    .number("intensity", \.intensity, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The standard deviation of the blur, in pixels.
  public var radius = 10.0
  /// The strength of the effect.
  public var intensity = 0.5

  public init() {}

  /// The duller picture.
  public var output: Picture? {
    guard let image else { return nil }
    let amount = Float(intensity.confined(to: 0...1))
    return .mixed([image, image.clamped().blurred(sigma: radius)], extent: image.extent) {
      line, others, _ in
      line.mix(others[0]) { pixel, blurred in
        var result = pixel + PixelMinimum.join(SIMD4(), blurred - pixel) * amount
        result.w = pixel.w
        return result
      }
    }
  }
}
