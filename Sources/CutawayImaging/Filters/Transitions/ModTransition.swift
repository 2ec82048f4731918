/// Shows another picture through growing holes.
///
/// Holes lie in a hexagonal grid, which is turned by the angle. At a distance d from the centre,
/// the grid is finer by 1 + d / compression.
public struct ModTransition: PictureFilter {
  public static let name = "modTransition"
  public static let summary = "Shows another picture through growing holes"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .point("center", \.center),
    .number("time", \.time, 0...1, .time),
    .number("angle", \.angle, -2 * Double.pi...2 * Double.pi, .angle),
    .number("radius", \.radius, 1...200, .distance),
    .number("compression", \.compression, 100...800, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// The angle of the grid.
  public var angle = 2.0
  /// The distance of holes at the centre.
  public var radius = 150.0
  /// How even the grid is.
  public var compression = 300.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(time.held(in: 0...1)), turn = angle.direction
    let middle = center.isSane ? SIMD2<Float>(center) : SIMD2()
    let size = Float(radius.held(in: 1...1e6)), slope = 1 / Float(compression.held(in: 1...1e9))
    return .transition(image, targetImage) { pixel, target, place, _ in
      let offset = (place - middle).turnedBack(turn), bend = offset.length * slope
      let cell = HexagonGrid.offset((offset * (1 + bend)) / size) * size
      // The size of a pixel in the grid, and the distance from a hole to the corner of its cell.
      let step = 1 + 2 * bend, corner = size * 0.577_350_3
      let hole = part * (corner + step) - 0.5 * step
      return pixel + (target - pixel) * ((hole - cell.length) / step + 0.5).unit
    }
  }
}
