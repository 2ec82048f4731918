/// Finds the slopes of brightness: red goes up to the right, green upwards.
///
/// The 3 × 3 filters of Sobel (1968) are applied to red, green and blue, divided by 4: white beside
/// black gives 1. As Apple documents it, red is the horizontal and green the vertical slope with
/// the greatest absolute value of the three; both may be negative. Blue is 0, and alpha 1. Edges of
/// the picture are repeated.
public struct SobelGradients: PictureFilter {
  public static let name = "sobelGradients"
  public static let summary = "Finds the slopes of brightness by Sobel's filters"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple does not state the scale of slopes")
  public static let inputs: [FilterInput<Self>] = [.picture("image", \.image)]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The slopes.
  public var output: Picture? {
    guard let image else { return nil }
    return image.clamped().surroundings(x: 1, y: 1, extent: image.extent) { block, index, _ in
      let slopes = block.slopes(index)
      return SIMD4(slopes.x.strongest / 4, slopes.y.strongest / 4, 0, 1)
    }
  }
}

extension PixelBlock {
  /// The sums of Sobel's filters, along x and along y.
  @inline(__always)
  func slopes(_ index: Int) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
    let lowLeft = self[index, -1, -1], lowRight = self[index, 1, -1]
    let highLeft = self[index, -1, 1], highRight = self[index, 1, 1]
    let rising = highRight - lowLeft, falling = lowRight - highLeft
    let right = self[index, 1, 0] - self[index, -1, 0]
    let up = self[index, 0, 1] - self[index, 0, -1]
    return (rising + falling + right * 2, rising - falling + up * 2)
  }
}

extension SIMD4<Float> {
  /// The number with the greatest absolute value of red, green and blue.
  @inline(__always) var strongest: Float {
    let pair = abs(y) > abs(x) ? y : x
    return abs(z) > abs(pair) ? z : pair
  }
}
