import Glibc

/// Shows a triangle of a picture in three mirrors.
///
/// The triangle has even sides; the point is its centre. With each mirror on the way, colours and
/// opacity are multiplied by the decay.
public struct TriangleKaleidoscope: PictureFilter {
  public static let name = "triangleKaleidoscope"
  public static let summary = "Shows a triangle of a picture in three mirrors"
  public static let categories: [FilterCategory] = [.tileEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("point", \.point),
    .number("size", \.size, 0...1000, .distance),
    .number("rotation", \.rotation, 0...2 * Double.pi, .angle),
    .number("decay", \.decay, 0...1),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre of the triangle.
  public var point = SIMD2(150.0, 150.0)
  /// The sides of the triangle, in pixels.
  public var size = 700.0
  /// The angle of the triangle.
  public var rotation = 5.924285296593801
  /// How bright a mirror is.
  public var decay = 0.85

  public init() {}

  /// The plane.
  public var output: Picture? {
    guard let image, let frame = TileFrame(point, angle: rotation, width: size) else {
      return image
    }
    let tall: Float = 0.866_025_4, centre = SIMD2<Float>(tall * 2 / 3, 0)
    let rest = Float(decay.held(in: 0...1)), period: Float = 1.732_050_8
    let middle = SIMD2<Float>(point), turn = frame.direction, slope = 1 / Float(frame.width)
    return image.tiled(frame, reach: 1) { place in
      HexagonGrid.sixth(HexagonGrid.offset((place + centre) / period)) * period - centre
    }.colored { line, _ in
      let y = Float(line.y) + 0.5
      line.map { pixel, x in
        let offset = (SIMD2(Float(x) + 0.5, y) - middle).turnedBack(turn) * slope + centre
        // The strips between mirrors of each direction.
        let first = offset.x / tall
        let second = (offset.y * tall - offset.x * 0.5) / tall + 1
        let third = (-offset.y * tall - offset.x * 0.5) / tall + 1
        let mirrors = abs(first.floored) + abs(second.floored) + abs(third.floored)
        return mirrors == 0 ? pixel : pixel * powf(rest, mirrors)
      }
      line.isOpaque = line.isOpaque && rest == 1
    }
  }
}
