/// Changes colours by quadratic polynomials of all components.
///
/// Each component is k₀ · r + k₁ · g + k₂ · b + k₃ · r² + k₄ · g² + k₅ · b² + k₆ · r · g + k₇ · g ·
/// b + k₈ · b · r + k₉, as Apple documents it; colours are not multiplied by alpha.
public struct ColorCrossPolynomial: PictureFilter {
  public static let name = "colorCrossPolynomial"
  public static let summary = "Changes colours by polynomials of all components"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("redCoefficients", \.redCoefficients),
    .vector("greenCoefficients", \.greenCoefficients),
    .vector("blueCoefficients", \.blueCoefficients),
  ]

  /// The picture.
  public var image: Picture?
  /// The ten coefficients of red.
  public var redCoefficients: [Double] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  /// The ten coefficients of green.
  public var greenCoefficients: [Double] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
  /// The ten coefficients of blue.
  public var blueCoefficients: [Double] = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let rows = [redCoefficients, greenCoefficients, blueCoefficients]
    /// What a term contributes to red, green and blue.
    func term(_ index: Int) -> SIMD4<Float> {
      func number(_ row: [Double]) -> Float { index < row.count ? Float(row[index]) : 0 }
      return SIMD4(number(rows[0]), number(rows[1]), number(rows[2]), 0)
    }
    let (r, g, b, constant) = (term(0), term(1), term(2), term(9))
    let (rr, gg, bb) = (term(3), term(4), term(5)), (rg, gb, br) = (term(6), term(7), term(8))
    return image?.colored { line, _ in
      line.mapColors { pixel in
        // One step a statement: the type checker takes long for sums.
        var sum = constant + (r + rr * pixel.x + rg * pixel.y) * pixel.x
        sum += (g + gg * pixel.y + gb * pixel.z) * pixel.y
        sum += (b + bb * pixel.z + br * pixel.x) * pixel.z
        return sum
      }
    }
  }
}
