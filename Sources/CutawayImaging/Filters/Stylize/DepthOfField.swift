/// Keeps a stripe of a picture sharp, as if the rest was out of focus.
///
/// Apple states no formula. The stripe lies around the line between the two points. Up to 15 % of
/// the smaller side of the picture from it, the picture is sharpened like ``UnsharpMask`` and its
/// saturation changed like ``ColorControls``. From there the blur grows, and the sharpening fades,
/// up to twice that distance. Edges of the picture are repeated.
public struct DepthOfField: PictureFilter {
  public static let name = "depthOfField"
  public static let summary = "Keeps a stripe of a picture sharp"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let repeatsEdges = false
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("point0", \.point0), .point("point1", \.point1),
    .number("saturation", \.saturation, 0...10),
    .number("unsharpMaskRadius", \.unsharpMaskRadius, 0...10, .distance),
    .number("unsharpMaskIntensity", \.unsharpMaskIntensity, 0...10),
    .number("radius", \.radius, 0...30, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// A point on the sharp line.
  public var point0 = SIMD2(0.0, 300.0)
  /// Another point on it.
  public var point1 = SIMD2(300.0, 300.0)
  /// The saturation of the sharp part.
  public var saturation = 1.5
  /// The radius of the unsharp mask, in pixels.
  public var unsharpMaskRadius = 2.5
  /// The strength of the unsharp mask.
  public var unsharpMaskIntensity = 0.5
  /// The standard deviation of the blur, in pixels.
  public var radius = 6.0

  public init() {}

  /// The picture with a sharp stripe.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty, !image.extent.isInfinite else { return image }
    let from = point0.finite, way = point1.finite - from
    let length = (way * way).sum().squareRoot()
    let along = length > 0 ? way / length : SIMD2(1, 0)
    let stripe = max(Float(min(image.extent.width, image.extent.height)) * 0.15, 1)
    let mask = Picture.generated { line, _ in
      let y = Float(line.y) + 0.5 - from.y
      line.map { (_: SIMD4<Float>, x: Int) in
        let distance = abs((Float(x) + 0.5 - from.x) * along.y - y * along.x)
        let level = min(max(distance / stripe - 1, 0), 1)
        return SIMD4(level, level, level, 1)
      }
      line.isOpaque = true
    }
    var controls = ColorControls()
    controls.image = image.sharpened(radius: unsharpMaskRadius, intensity: unsharpMaskIntensity)
    controls.saturation = saturation.confined(to: 0...1e3)
    let blurred = image.blurred(radius: radius, by: mask)
    return .mixed([blurred, controls.output ?? image, mask], extent: image.extent) {
      line, others, _ in
      line.mix(others[0], others[1]) { blurred, sharp, mask in
        sharp + (blurred - sharp) * mask.x
      }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
