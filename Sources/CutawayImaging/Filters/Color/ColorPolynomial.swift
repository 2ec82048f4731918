/// Changes each component, and alpha, by a cubic polynomial.
///
/// c′ = k₀ + k₁ · c + k₂ · c² + k₃ · c³, as Apple documents it; colours are not multiplied by
/// alpha.
public struct ColorPolynomial: PictureFilter {
  public static let name = "colorPolynomial"
  public static let summary = "Changes components by polynomials"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("redCoefficients", \.redCoefficients),
    .vector("greenCoefficients", \.greenCoefficients),
    .vector("blueCoefficients", \.blueCoefficients),
    .vector("alphaCoefficients", \.alphaCoefficients),
  ]

  /// The picture.
  public var image: Picture?
  /// The coefficients of red, the constant first.
  public var redCoefficients: [Double] = [0, 1, 0, 0]
  /// The coefficients of green, the constant first.
  public var greenCoefficients: [Double] = [0, 1, 0, 0]
  /// The coefficients of blue, the constant first.
  public var blueCoefficients: [Double] = [0, 1, 0, 0]
  /// The coefficients of alpha, the constant first.
  public var alphaCoefficients: [Double] = [0, 1, 0, 0]

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let rows = [redCoefficients, greenCoefficients, blueCoefficients, alphaCoefficients]
      .map(\.fourNumbers)
    func degree(_ index: Int) -> SIMD4<Float> {
      SIMD4(rows[0][index], rows[1][index], rows[2][index], rows[3][index])
    }
    let (constant, linear, square, cubic) = (degree(0), degree(1), degree(2), degree(3))
    let keepsAlpha = rows[3] == SIMD4(0, 1, 0, 0)
    return image?.colored { line, _ in
      func value(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
        // Factors of single steps: the type checker takes long for sums.
        let upper = square + cubic * pixel
        return constant + pixel * (linear + pixel * upper)
      }
      if keepsAlpha {
        line.mapColors { pixel in value(pixel) }
      } else {
        line.mapStraight { pixel in value(pixel) }
      }
    }
  }
}
