/// Makes edges clearer: adds the difference of the picture from a blurred one.
///
/// result = image + intensity · (image − blurred), where the picture is blurred with a Gaussian
/// filter whose standard deviation is the radius: the usual unsharp mask. Edges of the picture are
/// repeated for the blur. Alpha stays.
public struct UnsharpMask: PictureFilter {
  public static let name = "unsharpMask"
  public static let summary = "Makes edges clearer"
  public static let categories: [FilterCategory] = [.sharpen]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...100, .distance),
    .number("intensity", \.intensity, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The standard deviation of the blur, in pixels.
  public var radius = 2.5
  /// The factor of the difference.
  public var intensity = 0.5

  public init() {}

  /// The sharper picture.
  public var output: Picture? { image?.sharpened(radius: radius, intensity: intensity) }
}

extension Picture {
  /// The picture and its difference from a blurred one; alpha stays.
  func sharpened(radius: Double, intensity: Double) -> Picture {
    let amount = Float(intensity.confined(to: -1e6...1e6))
    let blurred = clamped().blurred(sigma: radius)
    return .mixed([self, blurred], extent: extent) { line, others, _ in
      line.mix(others[0]) { pixel, blurred in
        var result = pixel + (pixel - blurred) * amount
        result.w = pixel.w
        return result
      }
    }
  }

}
