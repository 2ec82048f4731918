import Glibc

/// Turns a circle of a picture into a tunnel.
///
/// A place at a distance d > r from the centre of a circle of the radius r shows what lies at the
/// distance r²/d, turned by rotation · ln(d/r).
public struct LightTunnel: PictureFilter {
  public static let name = "lightTunnel"
  public static let summary = "Turns a circle of a picture into a tunnel"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("rotation", \.rotation, 0...Double.pi / 2, .angle),
    .number("radius", \.radius, 1...500, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// How much the tunnel turns.
  public var rotation = 0.0
  /// The radius.
  public var radius = 100.0

  public init() {}

  /// The plane.
  public var output: Picture? {
    guard let image, radius > 0, let disc = Region(around: center, by: radius) else { return image }
    let middle = SIMD2<Float>(center), square = Float(radius * radius)
    let turn = Float(rotation.isFinite ? rotation : 0)
    return image.bent(extent: .infinite, required: { _ in disc }) { place in
      let offset = place - middle, distance = (offset * offset).sum()
      guard distance > square else { return place }
      let angle = turn * 0.5 * logf(distance / square)
      return middle + offset.turned(SIMD2(cosf(angle), sinf(angle))) * (square / distance)
    }
  }
}
