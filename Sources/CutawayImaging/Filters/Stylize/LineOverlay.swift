/// Draws the edges of a picture in black on nothing.
///
/// Apple states no formula. The picture is freed from noise as by ``NoiseReduction``. The luminance
/// of Sobel's slopes, as in ``Edges`` and multiplied by the intensity, minus the threshold and
/// multiplied by the contrast, is the opacity of black, within 0…1.
public struct LineOverlay: PictureFilter {
  public static let name = "lineOverlay"
  public static let summary = "Draws the edges of a picture in black"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("NRNoiseLevel", \.nrNoiseLevel, 0...0.1),
    .number("NRSharpness", \.nrSharpness, 0...2),
    .number("edgeIntensity", \.edgeIntensity, 0...200),
    .number("threshold", \.threshold, 0...1), .number("contrast", \.contrast, 0.25...200),
  ]

  /// The picture.
  public var image: Picture?
  /// The level of noise.
  public var nrNoiseLevel = 0.07
  /// How much edges are sharpened first.
  public var nrSharpness = 0.71
  /// The strength of edges.
  public var edgeIntensity = 1.0
  /// The strength from which edges are drawn.
  public var threshold = 0.1
  /// How steeply lines become black.
  public var contrast = 50.0

  public init() {}

  /// The lines.
  public var output: Picture? {
    guard let image else { return nil }
    let gain = Float(edgeIntensity.confined(to: 0...1e6)) / 4
    let level = Float(threshold.confined(to: 0...1e6))
    let contrast = Float(self.contrast.confined(to: 0...1e6))
    let smooth = image.denoised(level: nrNoiseLevel, sharpness: nrSharpness)
    return smooth.clamped().surroundings(x: 1, y: 1, extent: image.extent) { block, index, _ in
      let slopes = block.slopes(index)
      let (right, up) = (slopes.x.luminance, slopes.y.luminance)
      let strength = (right * right + up * up).squareRoot() * gain
      let opacity = min(max((strength - level) * contrast, 0), 1) * block[index, 0, 0].w
      return SIMD4(0, 0, 0, opacity)
    }
  }
}
