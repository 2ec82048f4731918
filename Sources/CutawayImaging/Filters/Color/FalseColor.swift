/// Maps luminance to a ramp of two colours: color0 + (color1 − color0) · Y, where Y is the
/// luminance of BT.709.
///
/// Apple documents the ramp of the luminance. Colours of the ramp may be transparent.
public struct FalseColor: PictureFilter {
  public static let name = "falseColor"
  public static let summary = "Maps luminance to a ramp of two colours"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .color("color0", \.color0), .color("color1", \.color1),
  ]

  /// The picture.
  public var image: Picture?
  /// The colour of black.
  public var color0 = PictureColor(0.3, 0, 0)
  /// The colour of white.
  public var color1 = PictureColor(1, 0.9, 0.8)

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.colored { [color0, color1] line, space in
      let dark = space.color(color0), step = space.color(color1) - dark
      line.map { pixel in dark * pixel.w + step * pixel.luminance }
      line.isOpaque = line.isOpaque && dark.w == 1 && step.w == 0
    }
  }
}
