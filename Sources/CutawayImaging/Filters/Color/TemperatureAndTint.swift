import Glibc

/// Adapts colours from a white point to another one.
///
/// A white point is a temperature in kelvins and a tint, or CIE chromaticities x and y if both are
/// at most 1. Apple states neither the curve of the temperatures nor the adaptation. Temperatures
/// lie on the Planckian locus, by the formula of Krystek (1985). A tint moves the white point away
/// from the locus, in CIE 1960 u and v, by 1/3000 for each unit, as Adobe's DNG specification does;
/// positive ones are greener. The adaptation is that of Bradford.
public struct TemperatureAndTint: PictureFilter {
  public static let name = "temperatureAndTint"
  public static let summary = "Adapts colours from a white point to another"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.differs(
    "Apple states neither the curve of white points nor the adaptation")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("neutral", \.neutral, .pair),
    .point("targetNeutral", \.targetNeutral, .pair),
  ]

  /// The picture.
  public var image: Picture?
  /// The white point of the picture.
  public var neutral = SIMD2(6500.0, 0.0)
  /// The white point of the result.
  public var targetNeutral = SIMD2(6500.0, 0.0)

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    guard neutral != targetNeutral else { return image }
    let matrix = Self.adaptation(from: Self.white(neutral), to: Self.white(targetNeutral))
    let rows = [
      SIMD3(matrix.x.x, matrix.y.x, matrix.z.x), SIMD3(matrix.x.y, matrix.y.y, matrix.z.y),
      SIMD3(matrix.x.z, matrix.y.z, matrix.z.z),
    ]
    guard rows.allSatisfy({ $0.sum().isFinite }) else { return image }
    return image?.colored(by: ColorMatrix(colors: rows.map { SIMD3<Float>($0) }))
  }
}

extension TemperatureAndTint {
  /// The chromaticities x and y of a white point.
  private static func white(_ point: SIMD2<Double>) -> SIMD2<Double> {
    if point.x > 0, point.x <= 1, point.y > 0, point.y <= 1 { return point }
    let kelvins = min(max(point.x, 1_000), 40_000)
    /// The chromaticities u and v of a temperature on the locus.
    func locus(_ t: Double) -> SIMD2<Double> {
      let u = (0.860117757 + t * (1.54118254e-4 + t * 1.28641212e-7))
      let v = (0.317398726 + t * (4.22806245e-5 + t * 4.20481691e-8))
      return SIMD2(
        u / (1 + t * (8.42420235e-4 + t * 7.08145163e-7)),
        v / (1 + t * (-2.89741816e-5 + t * 1.61456053e-7)))
    }
    let centre = locus(kelvins), along = locus(kelvins * 1.001) - locus(kelvins * 0.999)
    // At right angles to the locus, towards green: up in v.
    let across = SIMD2(along.y, -along.x) / (along * along).sum().squareRoot()
    let tint = min(max(point.y, -300), 300) / 3_000
    let place = centre + across * (across.y > 0 ? tint : -tint)
    let divisor = 2 * place.x - 8 * place.y + 4
    return SIMD2(3 * place.x, 2 * place.y) / divisor
  }

  /// The matrix for light in BT.709 that makes one white of another (Bradford).
  private static func adaptation(from first: SIMD2<Double>, to second: SIMD2<Double>) -> Matrix3 {
    func tristimulus(_ white: SIMD2<Double>) -> SIMD3<Double> {
      SIMD3(white.x / white.y, 1, (1 - white.x - white.y) / white.y)
    }
    // IEC 61966-2-1, from the primaries of BT.709 to CIE XYZ.
    let toXYZ = Matrix3(
      SIMD3(0.4124564, 0.2126729, 0.0193339), SIMD3(0.3575761, 0.7151522, 0.1191920),
      SIMD3(0.1804375, 0.0721750, 0.9503041))
    let toCones = Matrix3(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
      SIMD3(-0.1614, 0.0367, 1.0296))
    let gain = (toCones * tristimulus(second)) / (toCones * tristimulus(first))
    let scale = Matrix3(SIMD3(gain.x, 0, 0), SIMD3(0, gain.y, 0), SIMD3(0, 0, gain.z))
    let adapted = toCones.inverted * (scale * toCones)
    return toXYZ.inverted * (adapted * toXYZ)
  }
}
