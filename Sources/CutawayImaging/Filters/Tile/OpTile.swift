/// Cuts a picture into squares that each show more, or less, than themselves.
///
/// A square shows what lies around its middle, turned back by the angle and farther away by the
/// scale. The centre is the middle of a square.
public struct OpTile: PictureFilter {
  public static let name = "opTile"
  public static let summary =
    "Cuts a picture into squares that each show more, or less, than themselves"
  public static let categories: [FilterCategory] = [.tileEffect]
  public static let fidelity = FilterFidelity.differs("Apple does not state the place of the tiles")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("scale", \.scale, 0.1...10),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
    .number("width", \.width, 1...1000, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// How much a square shows.
  public var scale = 2.8
  /// The angle of the tiles.
  public var angle = 0.0
  /// The sides of a square.
  public var width = 65.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    guard let image, center.isSane, width > 0 else { return image }
    let size = Float(width.held(in: 1...1e6)), factor = Float(scale.held(in: 0...1e3))
    let middle = SIMD2<Float>(center), turn = angle.direction
    // From the middle of a square, half of its diagonal and that of what it shows.
    let reach = Int((Double(size) * (1 + Double(factor))).held(in: 0...1e6).rounded(.up))
    return image.bent(extent: .infinite, required: { $0.outset(by: reach) }) { place in
      let offset = place - middle, cell = (offset / size).nearest * size
      return middle + cell + (offset - cell).turnedBack(turn) * factor
    }
  }
}
