import Glibc

/// Finds the slopes of brightness by a 5 × 5 Gabor filter: red goes up to the right, green upwards.
///
/// Along the slope, the weights at the distance d are sin(π/3 · d) · exp(−d²/2); across it they are
/// exp(−d²/2) (Gabor, 1946), divided so that white beside black gives 1. As Apple documents it, red
/// is the horizontal and green the vertical slope with the greatest absolute value of red, green
/// and blue. Blue is 0, and alpha 1. Edges of the picture are repeated.
public struct GaborGradients: PictureFilter {
  public static let name = "gaborGradients"
  public static let summary = "Finds the slopes of brightness by Gabor's filters"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple does not state the weights")
  public static let inputs: [FilterInput<Self>] = [.picture("image", \.image)]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The slopes.
  public var output: Picture? {
    guard let image else { return nil }
    let bell = SIMD3(1, exp(-0.5), exp(-2.0))
    let wave = SIMD2(sin(Double.pi / 3) * bell.y, sin(2 * Double.pi / 3) * bell.z)
    let total = wave.sum() * (bell.x + 2 * (bell.y + bell.z))
    let (near, far) = (Float(wave.x / total), Float(wave.y / total))
    let (side, outer) = (Float(bell.y), Float(bell.z))
    return image.clamped().surroundings(x: 2, y: 2, extent: image.extent) { block, index, _ in
      var right = SIMD4<Float>(), up = SIMD4<Float>()
      for step in -2...2 {
        let bell: Float = step == 0 ? 1 : abs(step) == 1 ? side : outer
        let across = block[index, 1, step] - block[index, -1, step]
        let wide = block[index, 2, step] - block[index, -2, step]
        right += (across * near + wide * far) * bell
        let along = block[index, step, 1] - block[index, step, -1]
        let tall = block[index, step, 2] - block[index, step, -2]
        up += (along * near + tall * far) * bell
      }
      return SIMD4(right.strongest, up.strongest, 0, 1)
    }
  }
}
