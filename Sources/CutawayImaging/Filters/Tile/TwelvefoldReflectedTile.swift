/// Fills the plane with mirrored copies of a twelfth of a hexagon.
///
/// This is the wallpaper group p6m. The centre is that of a hexagon, in which twelve copies meet.
public struct TwelvefoldReflectedTile: PictureFilter {
  public static let name = "twelvefoldReflectedTile"
  public static let summary = "Fills the plane with mirrored copies of a twelfth of a hexagon"
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
  /// The width of a hexagon.
  public var width = 100.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let frame = TileFrame(center, angle: angle, width: width)
    return image?.tiled(frame, reach: 1) { place in
      let sixth = HexagonGrid.sixth(HexagonGrid.offset(place))
      return SIMD2(sixth.x, abs(sixth.y))
    }
  }
}
