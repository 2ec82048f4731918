/// Fills the plane with a parallelogram that is mirrored at its sides.
///
/// Copies are mirrored on each side, in the coordinates of the parallelogram. The centre is that of
/// a tile.
public struct ParallelogramTile: PictureFilter {
  public static let name = "parallelogramTile"
  public static let summary = "Fills the plane with a parallelogram that is mirrored at its sides"
  public static let categories: [FilterCategory] = [.tileEffect]
  public static let fidelity = FilterFidelity.differs("Apple does not state the place of the tiles")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("acuteAngle", \.acuteAngle, -Double.pi...Double.pi, .angle),
    .number("width", \.width, 1...200, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The angle of the tiles.
  public var angle = 0.0
  /// The angle between the sides of a tile.
  public var acuteAngle = Double.pi / 2
  /// The sides of a tile.
  public var width = 100.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    let frame = TileFrame(center, angle: angle, width: width)
    let lattice = Parallelograms(acuteAngle)
    return image?.tiled(frame, reach: 1.5) { place in
      lattice.place((lattice.sides(place) + 0.5).mirroredCell - 0.5)
    }
  }
}
