/// Fills the plane with a sixth of a hexagon that is turned in steps of 60°.
///
/// This is the wallpaper group p6. The centre is that of a hexagon.
public struct SixfoldRotatedTile: PictureFilter {
  public static let name = "sixfoldRotatedTile"
  public static let summary =
    "Fills the plane with a sixth of a hexagon that is turned in steps of 60°"
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
      var offset = HexagonGrid.offset(place)
      if offset.x < 0 { offset = -offset }
      let slope: Float = 0.577_350_3, turn = HexagonGrid.direction60
      if offset.y > offset.x * slope { return offset.turnedBack(turn) }
      return offset.y < -offset.x * slope ? offset.turned(turn) : offset
    }
  }
}
