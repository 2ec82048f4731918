/// Maps colours by a table of red, green and blue.
///
/// The data are numbers of 32 bits, little-endian: red, green, blue and alpha of each sample,
/// multiplied by alpha, red fastest. Colours between samples are interpolated linearly along each
/// axis, as graphics processors do it. The table's numbers are those of the working space.
///
/// Numbers outside of 0…1 are cut off; with extrapolation, what was cut off is added to the result.
/// Apple documents all but the extrapolation. Without data the picture stays as it is. Data that
/// don't fit give no picture.
public struct ColorCubeFilter: PictureFilter {
  public static let name = "colorCube"
  public static let summary = "Maps colours by a table"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("cubeDimension", \.cubeDimension, 2...128, .count),
    .data("cubeData", \.cubeData), .flag("extrapolate", \.extrapolate),
  ]

  /// The picture.
  public var image: Picture?
  /// The number of samples along each axis.
  public var cubeDimension = 2.0
  /// The samples.
  public var cubeData: [UInt8] = []
  /// Whether numbers outside of 0…1 stay so.
  public var extrapolate = false

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    if cubeData.isEmpty { return image }
    guard let table = ColorTable.of(size: cubeDimension, data: cubeData) else { return nil }
    return image?.colored { [extrapolate] line, _ in
      table.apply(to: &line, extrapolates: extrapolate, nil)
    }
  }
}
