import Glibc

/// Shows a sector of a picture in mirrors.
///
/// The sector begins at the angle, and is half of the turn that is divided by the count. It is
/// mirrored and turned around the centre.
public struct Kaleidoscope: PictureFilter {
  public static let name = "kaleidoscope"
  public static let summary = "Shows a sector of a picture in mirrors"
  public static let categories: [FilterCategory] = [.tileEffect]
  public static let fidelity = FilterFidelity.differs("Apple does not state the place of the tiles")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .number("count", \.count, 1...64, .count),
    .point("center", \.center),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
  ]

  /// The picture.
  public var image: Picture?
  /// The number of pairs of mirrored sectors.
  public var count = 6.0
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// Where the sector begins.
  public var angle = 0.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    guard let image, center.isSane else { return image }
    let count = Int(self.count.held(in: 1...1024).rounded()), middle = SIMD2<Float>(center)
    let start = angle.direction, step = 2 * Float.pi / Float(count)
    let turns = (0..<count).map { (Double($0) * 2 * .pi / Double(count)).direction }
    let required: @Sendable (Region) -> Region = { [center] region in
      // Mirrors keep the distance from the centre.
      region.isInfinite
        ? .infinite : Region(around: center, by: region.farthest(from: center)) ?? region
    }
    return image.bent(extent: .infinite, required: required) { place in
      let offset = (place - middle).turnedBack(start)
      let angle = atan2f(offset.y, offset.x), sector = (angle / step + 0.5).floored
      // Sectors run from minus half of the count to half of it.
      let index = Int(sector.held(1024)), turn = turns[index < 0 ? index + count : index % count]
      let inner = offset.turnedBack(turn)
      return middle + SIMD2(inner.x, abs(inner.y)).turned(start)
    }
  }
}
