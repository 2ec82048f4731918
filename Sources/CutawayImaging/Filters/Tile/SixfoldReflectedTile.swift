/// Fills the plane with mirrored copies of a triangle.
///
/// This is the wallpaper group p3m1. The triangle has even sides. The centre is a corner in which
/// six copies meet.
public struct SixfoldReflectedTile: PictureFilter {
  public static let name = "sixfoldReflectedTile"
  public static let summary = "Fills the plane with mirrored copies of a triangle"
  public static let categories: [FilterCategory] = [.tileEffect]
  public static let fidelity = FilterFidelity.differs("Apple does not state the place of the tiles")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("width", \.width, 1...200, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The angle of the tiles.
  public var angle = 0.0
  /// The sides of the triangle.
  public var width = 100.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let frame = TileFrame(center, angle: angle, width: width)
    return image?.tiled(frame, reach: 1.5) { place in
      HexagonGrid.sixth(HexagonGrid.offset(place / 1.732_050_8)) * 1.732_050_8
    }
  }
}
