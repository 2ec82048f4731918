/// Blurs small differences, which are noise, and sharpens greater ones, which are edges.
///
/// Apple describes this and states no formula. The difference d of a pixel from the mean of the
/// nine pixels around it is multiplied by (1 + sharpness) · s, where s rises smoothly from 0 to 1
/// while the luminance of d rises from half the noise level to one and a half. Edges of the picture
/// are repeated. Alpha stays.
public struct NoiseReduction: PictureFilter {
  public static let name = "noiseReduction"
  public static let summary = "Blurs noise and sharpens edges"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("noiseLevel", \.noiseLevel, 0...0.1),
    .number("sharpness", \.sharpness, 0...2),
  ]

  /// The picture.
  public var image: Picture?
  /// The difference that separates noise from edges.
  public var noiseLevel = 0.02
  /// How much edges are sharpened.
  public var sharpness = 0.4

  public init() {}

  /// The smoother picture.
  public var output: Picture? { image?.denoised(level: noiseLevel, sharpness: sharpness) }
}

extension Picture {
  /// The picture with less noise and sharper edges.
  func denoised(level: Double, sharpness: Double) -> Picture {
    let scale = 1 / Float(level.confined(to: 1e-6...1e6))
    let gain = Float(1 + sharpness.confined(to: 0...1e3))
    return clamped().surroundings(x: 1, y: 1, extent: extent) { block, index, _ in
      let pixel = block[index, 0, 0]
      var sum = pixel
      sum += block[index, -1, -1] + block[index, 0, -1]
      sum += block[index, 1, -1] + block[index, -1, 0]
      sum += block[index, 1, 0] + block[index, -1, 1]
      sum += block[index, 0, 1] + block[index, 1, 1]
      let mean = sum * (1 / 9), difference = pixel - mean
      let size = min(max(abs(difference.luminance) * scale - 0.5, 0), 1)
      let part = size * size * (3 - 2 * size) * gain
      var result = mean + difference * part
      result.w = pixel.w
      return result
    }
  }
}
