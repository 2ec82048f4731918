import Glibc

/// Lights a picture with a spotlight.
///
/// Apple states no formula. The light of a pixel is multiplied by color · brightness · max(0, s)^(1
/// / concentration), where s is the cosine of the angle between the axis of the light and the way
/// to the pixel (Warn, 1983), and by the cosine of the angle between that way and the normal of the
/// picture, as for Lambert's law, divided by that at the point to which the light points. Alpha
/// stays.
public struct SpotLight: PictureFilter {
  public static let name = "spotLight"
  public static let summary = "Lights a picture with a spotlight"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("lightPosition", \.lightPosition),
    .vector("lightPointsAt", \.lightPointsAt), .number("brightness", \.brightness, 0...10),
    .number("concentration", \.concentration, 0.001...1.5), .color("color", \.color),
  ]

  /// The picture.
  public var image: Picture?
  /// Where the light is; the third number is its height above the picture.
  public var lightPosition = [400.0, 600, 150]
  /// Where it points.
  public var lightPointsAt = [200.0, 200, 0]
  /// The factor of the light.
  public var brightness = 3.0
  /// How narrow the light is: a small number gives a narrow one.
  public var concentration = 0.1
  /// The colour of the light.
  public var color = PictureColor.white

  public init() {}

  /// The lit picture.
  public var output: Picture? {
    let light = lightPosition.finitePlace, axis = lightPointsAt.finitePlace - light
    let length = max((axis * axis).sum().squareRoot(), 1e-6), direction = axis / length
    let power = 1 / Float(concentration.confined(to: 0.001...1e3))
    let middle = max(abs(direction.z), 1e-3), tint = color
    let gain = Float(brightness.confined(to: 0...1e6)) / middle
    return image?.colored { line, space in
      let color = space.color(tint).color * gain, y = Float(line.y) + 0.5
      line.map { pixel, x in
        let way = SIMD3(Float(x) + 0.5, y, 0) - light
        let distance = max((way * way).sum().squareRoot(), 1e-6)
        let along = (way * direction).sum() / distance
        guard along > 0 else { return SIMD4(0, 0, 0, pixel.w) }
        let strength = powf(min(along, 1), power) * abs(way.z) / distance
        return pixel * SIMD4(color * strength, 1)
      }
    }
  }
}

extension [Double] {
  /// The first three numbers; missing ones, and those that are no places, are 0.
  fileprivate var finitePlace: SIMD3<Float> {
    func number(_ index: Int) -> Float {
      index < count && abs(self[index]) < 1e9 ? Float(self[index]) : 0
    }
    return SIMD3(number(0), number(1), number(2))
  }
}
