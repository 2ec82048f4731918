/// Fills the plane with a square that is moved and mirrored in turn.
///
/// This is the wallpaper group pg: columns repeat the square, and every other row is mirrored. The
/// centre is a corner.
public struct GlideReflectedTile: PictureFilter {
  public static let name = "glideReflectedTile"
  public static let summary = "Fills the plane with a square that is moved and mirrored in turn"
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
      let cell = place.floored, inner = place - cell
      let isOdd = cell.y - 2 * (cell.y * 0.5).floored >= 1
      return isOdd ? SIMD2(1 - inner.x, inner.y) : inner
    }
  }
}
