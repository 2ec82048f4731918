/// Blurs more where a mask is brighter.
///
/// Apple states no formula. The standard deviation is the radius, multiplied by the luminance of
/// the mask, within 0…1. The picture is blurred with a quarter, a half and all of the radius;
/// between these and the picture itself, results are mixed. Edges of the picture are repeated.
public struct MaskedVariableBlur: PictureFilter {
  public static let name = "maskedVariableBlur"
  public static let summary = "Blurs more where a mask is brighter"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("mask", \.mask),
    .number("radius", \.radius, 0...10, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// Where to blur; nowhere without a mask.
  public var mask: Picture?
  /// The standard deviation where the mask is white, in pixels.
  public var radius = 5.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? {
    guard let image, let mask else { return image }
    return image.blurred(radius: radius, by: mask)
  }
}

extension Picture {
  /// The picture, blurred more where a mask is brighter.
  func blurred(radius: Double, by mask: Picture) -> Picture {
    let source = clamped()
    let levels = [0.25, 0.5, 1].map { source.blurred(sigma: radius * $0) }
    return .mixed([self, mask] + levels, extent: extent) { line, others, _ in
      let (mask, little, half, full) = (others[0], others[1], others[2], others[3])
      for index in 0..<line.count {
        let level = min(max(mask.pixels[index].luminance, 0), 1)
        let pixel: SIMD4<Float>
        if level < 0.25 {
          let sharp = line.pixels[index]
          pixel = sharp + (little.pixels[index] - sharp) * (level * 4)
        } else if level < 0.5 {
          pixel =
            little.pixels[index] + (half.pixels[index] - little.pixels[index]) * (level * 4 - 1)
        } else {
          pixel = half.pixels[index] + (full.pixels[index] - half.pixels[index]) * (level * 2 - 1)
        }
        line.pixels[index] = pixel
      }
      line.isOpaque = line.isOpaque && little.isOpaque && half.isOpaque && full.isOpaque
    }
  }
}
