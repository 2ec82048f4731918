/// Brightens or darkens shadows, and darkens highlights.
///
/// Apple states no formula. p = √Y is the perceived brightness of the luminance Y, blurred with the
/// radius. It becomes p + s · p · (1 − p)³ − 2 · (1 − highlightAmount) · p³ · (1 − p), where s is
/// twice the amount for shadows, or 0.9 of a negative one. The colour is multiplied by the square
/// of the ratio of both, so details stay. Black and white do not change.
public struct HighlightShadowAdjust: PictureFilter {
  public static let name = "highlightShadowAdjust"
  public static let summary = "Brightens shadows and darkens highlights"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...10),
    .number("shadowAmount", \.shadowAmount, -1...1),
    .number("highlightAmount", \.highlightAmount, 0.3...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The standard deviation of the blur, in pixels.
  public var radius = 0.0
  /// How bright shadows become.
  public var shadowAmount = 0.0
  /// How bright highlights stay.
  public var highlightAmount = 1.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    guard let image else { return nil }
    let shadow = Float(min(max(shadowAmount, -1), 1)), shadows = shadow * (shadow > 0 ? 2 : 0.9)
    let highlights = Float(1 - min(max(highlightAmount, 0), 1)) * 2
    @Sendable func gain(_ luminance: Float) -> Float {
      let place = min(max(luminance, 0), 1).squareRoot(), rest = 1 - place
      let factor = 1 + shadows * rest * rest * rest - highlights * place * place * rest
      return factor * factor
    }
    guard radius > 0.05 else {
      return image.colored { line, _ in
        line.mapColors { pixel in pixel * gain(pixel.luminance) }
      }
    }
    let blurred = image.clamped().blurred(sigma: min(radius, 100))
    return .mixed([image, blurred], extent: image.extent) { line, others, _ in
      line.mix(others[0]) { pixel, around in
        let gain = gain(around.w > 0 ? around.straight.luminance : 0)
        return pixel * SIMD4(gain, gain, gain, 1)
      }
    }
  }
}
