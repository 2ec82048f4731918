/// Fills the plane with a square that is turned in steps of 90°.
///
/// This is the wallpaper group p4. The centre is a corner around which four squares are turned.
public struct FourfoldRotatedTile: PictureFilter {
  public static let name = "fourfoldRotatedTile"
  public static let summary = "Fills the plane with a square that is turned in steps of 90°"
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
      let odd = cell - 2 * (cell * 0.5).floored
      switch (odd.x >= 1, odd.y >= 1) {
      case (false, false): return inner
      case (true, false): return SIMD2(inner.y, 1 - inner.x)
      case (true, true): return 1 - inner
      case (false, true): return SIMD2(1 - inner.y, inner.x)
      }
    }
  }
}
