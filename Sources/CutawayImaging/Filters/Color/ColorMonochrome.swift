/// Maps colours to shades of a colour.
///
/// Apple states no formula. The luminance Y of BT.709 becomes Y · color; the intensity mixes it
/// with the colour of the picture.
public struct ColorMonochrome: PictureFilter {
  public static let name = "colorMonochrome"
  public static let summary = "Maps colours to shades of one"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .color("color", \.color), .number("intensity", \.intensity, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The colour of white.
  public var color = PictureColor(0.6, 0.45, 0.3)
  /// The part of the shades.
  public var intensity = 1.0

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let amount = Float(intensity), keep = 1 - amount
    return image?.colored { [color] line, space in
      let tint = space.color(color).straight * amount
      let matrix = ColorMatrix(colors: [
        luminanceWeights * tint.x + SIMD3(keep, 0, 0),
        luminanceWeights * tint.y + SIMD3(0, keep, 0),
        luminanceWeights * tint.z + SIMD3(0, 0, keep),
      ])
      matrix.apply(to: &line)
    }
  }
}
