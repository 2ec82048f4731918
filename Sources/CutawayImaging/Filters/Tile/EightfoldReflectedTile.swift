/// Fills the plane with mirrored copies of half a square.
///
/// This is the wallpaper group p4m. The centre is a corner in which eight copies meet.
public struct EightfoldReflectedTile: PictureFilter {
  public static let name = "eightfoldReflectedTile"
  public static let summary = "Fills the plane with mirrored copies of half a square"
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
  /// The sides of a square.
  public var width = 100.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let frame = TileFrame(center, angle: angle, width: width)
    return image?.tiled(frame, reach: 2) { place in
      let inner = place.mirroredCell
      return SIMD2(max(inner.x, inner.y), min(inner.x, inner.y))
    }
  }
}
