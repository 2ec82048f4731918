/// Fills the plane with a triangle that is turned by 180° in turn.
///
/// This is the wallpaper group p2. The triangle has even sides. The centre is a corner.
public struct TriangleTile: PictureFilter {
  public static let name = "triangleTile"
  public static let summary = "Fills the plane with a triangle that is turned by 180° in turn"
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
    let lattice = Parallelograms(.pi / 3)
    return image?.tiled(frame, reach: 2) { place in
      let sides = lattice.sides(place), inner = sides - sides.floored
      return lattice.place(inner.x + inner.y > 1 ? 1 - inner : inner)
    }
  }
}
