/// Sharpens the luminance of a picture; its hues stay.
///
/// Apple states no formula. To each component the difference of the luminance from its blurred luminance is added,
/// multiplied by the sharpness.
public struct SharpenLuminance: PictureFilter {
  public static let name = "sharpenLuminance"
  public static let summary = "Sharpens the luminance"
  public static let categories: [FilterCategory] = [.sharpen]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("sharpness", \.sharpness, 0...2),
    .number("radius", \.radius, 0...20, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The factor of the difference.
  public var sharpness = 0.4
  /// The standard deviation of the blur, in pixels.
  public var radius = 1.69

  public init() {}

  /// The sharper picture.
  public var output: Picture? {
    guard let image else { return nil }
    let amount = Float(sharpness)
    // Edges are repeated, or the frame of the picture would become brighter.
    let blurred = image.clamped().blurred(sigma: radius)
    return .mixed([image, blurred], extent: image.extent) { line, others, _ in
      line.mix(others[0]) { pixel, blurred in
        let difference = (pixel.luminance - blurred.luminance) * amount
        return pixel + SIMD4(difference, difference, difference, 0)
      }
    }
  }
}
