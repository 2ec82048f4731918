/// Fills the plane with noise.
///
/// Each pixel consists of four independent numbers, which are evenly distributed in 0…1: red,
/// green, blue and alpha as they are stored, that is, colours are not less than alpha. The noise is
/// always the same.
public struct RandomGenerator: PictureFilter {
  public static let name = "randomGenerator"
  public static let summary = "Fills the plane with noise"
  public static let categories: [FilterCategory] = [.generator]
  public static let fidelity = FilterFidelity.differs("The numbers are others")
  public static let inputs: [FilterInput<Self>] = []

  public init() {}

  /// The plane.
  public var output: Picture? {
    .generated { line, _ in
      let y = line.y
      line.map { (_: SIMD4<Float>, x: Int) in
        let bits = scattered(x, y)
        let numbers = SIMD4<UInt16>(
          UInt16(truncatingIfNeeded: bits), UInt16(truncatingIfNeeded: bits >> 16),
          UInt16(truncatingIfNeeded: bits >> 32), UInt16(truncatingIfNeeded: bits >> 48))
        return SIMD4<Float>(numbers) * (1 / 65_535)
      }
    }
  }
}
