/// Maps colours by a table of red, green and blue.
///
/// The data are numbers of 32 bits, little-endian: red, green, blue and alpha of each sample,
/// multiplied by alpha, red fastest. Colours between samples are interpolated linearly along each
/// axis, as graphics processors do it. The table's numbers are those of a colour space; without
/// one, of the working space.
///
/// Numbers outside of 0…1 are cut off; with extrapolation, what was cut off is added to the result.
/// Apple documents all but the extrapolation. Without data the picture stays as it is. Data that
/// don't fit give no picture.
public struct ColorCubeWithColorSpace: PictureFilter {
  public static let name = "colorCubeWithColorSpace"
  public static let summary = "Maps colours by a table in a colour space"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("cubeDimension", \.cubeDimension, 2...128, .count),
    .data("cubeData", \.cubeData), .coding("colorSpace", \.colorSpace),
    .flag("extrapolate", \.extrapolate),
  ]

  /// The picture.
  public var image: Picture?
  /// The number of samples along each axis.
  public var cubeDimension = 2.0
  /// The samples.
  public var cubeData: [UInt8] = []
  /// What the numbers of the table mean.
  public var colorSpace: ColorCoding?
  /// Whether numbers outside of 0…1 stay so.
  public var extrapolate = false

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    if cubeData.isEmpty { return image }
    guard let table = ColorTable.of(size: cubeDimension, data: cubeData) else { return nil }
    return image?.colored { [colorSpace, extrapolate] line, space in
      let codec = space.isManaged ? colorSpace.map { ColorCodec.of($0, space) } : nil
      table.apply(to: &line, extrapolates: extrapolate, codec)
    }
  }
}
