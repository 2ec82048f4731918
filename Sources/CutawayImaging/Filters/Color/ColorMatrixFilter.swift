/// Multiplies colours, which are not multiplied by alpha, by a matrix, and adds a vector.
///
/// Each vector gives a component of the result: r′ = R · (r, g, b, a) + bias.x, as Apple documents it.
public struct ColorMatrixFilter: PictureFilter {
  public static let name = "colorMatrix"
  public static let summary = "Multiplies colours by a matrix"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .vector("RVector", \.rVector), .vector("GVector", \.gVector),
    .vector("BVector", \.bVector), .vector("AVector", \.aVector),
    .vector("biasVector", \.biasVector),
  ]

  /// The picture.
  public var image: Picture?
  /// The row of the matrix for red.
  public var rVector: [Double] = [1, 0, 0, 0]
  /// The row of the matrix for green.
  public var gVector: [Double] = [0, 1, 0, 0]
  /// The row of the matrix for blue.
  public var bVector: [Double] = [0, 0, 1, 0]
  /// The row of the matrix for alpha.
  public var aVector: [Double] = [0, 0, 0, 1]
  /// What is added.
  public var biasVector: [Double] = [0, 0, 0, 0]

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    image?.colored(
      by: ColorMatrix(
        rows: [rVector, gVector, bVector, aVector].map(\.fourNumbers), bias: biasVector.fourNumbers)
    )
  }
}

extension [Double] {
  /// The first four numbers; missing ones are 0.
  var fourNumbers: SIMD4<Float> {
    func number(_ index: Int) -> Float { index < count ? Float(self[index]) : 0 }
    return SIMD4(number(0), number(1), number(2), number(3))
  }
}
