import CutawayElementKit

/// Makes components 0 or 1 by a threshold that is found from the histogram by Otsu's method.
///
/// N. Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979: of 256 levels, the
/// threshold maximises the variance between both classes. Apple documents the method, but not its
/// histogram: it is that of the luminance of BT.709, of light, with colours as multiplied by alpha.
/// Each component that is greater becomes 1, and otherwise 0.
public struct ColorThresholdOtsu: PictureFilter {
  public static let name = "colorThresholdOtsu"
  public static let summary = "Makes components 0 or 1 by a threshold of Otsu"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.differs("Apple does not state the histogram")
  public static let inputs: [FilterInput<Self>] = [.picture("image", \.image)]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The picture of components 0 and 1; `nil` if it has no end.
  public var output: Picture? {
    guard let image, let part = image.part(nil), !part.inside.isEmpty else { return nil }
    let threshold = image.summarized(
      part, from: [Int](repeating: 0, count: Self.levels), margin: { _ in },
      { counts, line in
        for pixel in line {
          let place = pixel.luminance * Float(Self.levels)
          counts[place > 0 ? Int(min(place, Float(Self.levels - 1))) : 0] += 1
        }
      }, { sum, other in for level in 0..<Self.levels { sum[level] += other[level] } },
      { [SIMD4(repeating: Self.threshold($0))] })
    let pixel = Region(width: 1, height: 1)
    let sampling = Sampling(inputs: [image, threshold]) { region, input in
      input == 0 ? region : pixel
    } draw: { line, tiles, _ in
      tiles[0].fill(&line)
      tiles[1].withView { view in
        let limit = view[0, 0].x
        line.mapColors { pixel in
          SIMD4(pixel.x > limit ? 1 : 0, pixel.y > limit ? 1 : 0, pixel.z > limit ? 1 : 0, 0)
        }
      }
    }
    return Picture(.sampled(sampling), extent: image.extent)
  }

  private static let levels = 256

  /// The upper end of the darker class.
  private static func threshold(_ counts: [Int]) -> Float {
    let total = Double(counts.reduce(0, +))
    let sum = counts.enumerated().reduce(0) { $0 + Double($1.offset) * Double($1.element) }
    var (dark, darkSum, best, level) = (0.0, 0.0, 0.0, 0)
    for (index, count) in counts.enumerated() {
      dark += Double(count)
      darkSum += Double(index) * Double(count)
      guard dark > 0, dark < total else { continue }
      let difference = darkSum / dark - (sum - darkSum) / (total - dark)
      let variance = dark * (total - dark) * difference * difference
      if variance > best { (best, level) = (variance, index) }
    }
    return Float(level + 1) / Float(levels)
  }
}
