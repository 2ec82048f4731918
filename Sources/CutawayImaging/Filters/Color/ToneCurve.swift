import CutawayElementKit

/// Changes components by a curve through five points.
///
/// Apple documents a spline of five points, and that it changes a perceptual version (gamma 2) of
/// the working space, but not its kind. This one is a natural cubic spline: c′ = f(√c)². Without
/// extrapolation numbers are limited to 0…1, and beyond the outer points the curve is level. With
/// extrapolation it goes on as a line.
public struct ToneCurve: PictureFilter {
  public static let name = "toneCurve"
  public static let summary = "Changes components by a curve through five points"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state the kind of the spline")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("point0", \.point0, .pair),
    .point("point1", \.point1, .pair), .point("point2", \.point2, .pair),
    .point("point3", \.point3, .pair), .point("point4", \.point4, .pair),
    .flag("extrapolate", \.extrapolate),
  ]

  /// The picture.
  public var image: Picture?
  /// The first point.
  public var point0 = SIMD2(0.0, 0.0)
  /// The second point.
  public var point1 = SIMD2(0.25, 0.25)
  /// The third point.
  public var point2 = SIMD2(0.5, 0.5)
  /// The fourth point.
  public var point3 = SIMD2(0.75, 0.75)
  /// The fifth point.
  public var point4 = SIMD2(1.0, 1.0)
  /// Whether the curve goes on beyond 0 and 1.
  public var extrapolate = false

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let points = [point0, point1, point2, point3, point4]
    let spline = CurveSpline(points), places = points.map(\.x).filter(\.isFinite)
    let start = places.min() ?? 0, end = places.max() ?? 1
    if extrapolate {
      let curve = CurveTable { light in
        let value = spline(light.squareRoot())
        return value * abs(value)
      }
      return image?.colored { line, _ in
        line.mapColors { pixel in SIMD4(curve[pixel.x], curve[pixel.y], curve[pixel.z], 0) }
      }
    }
    let table = RampTable { place in min(max(spline(min(max(place, start), end)), 0), 1) }
    return image?.colored { line, _ in
      line.mapColors { pixel in
        let root = SIMD4<Float>().raised(to: pixel).squareRoot()
        let value = SIMD4(table[root.x], table[root.y], table[root.z], 0)
        return value * value
      }
    }
  }
}
