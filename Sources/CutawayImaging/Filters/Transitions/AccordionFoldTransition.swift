import CutawayElementKit

/// Unfolds a picture into one of another height.
///
/// The height changes evenly from that of the first picture to that of the second one. Above the
/// bottom part, which stays as it is, each picture that is higher than that is folded: compressed,
/// with halves of folds darkened in turn by the shadow amount times the missing part of the height.
/// The pictures dissolve.
public struct AccordionFoldTransition: PictureFilter {
  public static let name = "accordionFoldTransition"
  public static let summary = "Unfolds a picture into one of another height"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .number("bottomHeight", \.bottomHeight, 0...1000, .distance),
    .number("numberOfFolds", \.numberOfFolds, 1...10, .count),
    .number("foldShadowAmount", \.foldShadowAmount, 0...1),
    .number("time", \.time, 0...1, .time),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The height of the part that stays.
  public var bottomHeight = 0.0
  /// The number of folds.
  public var numberOfFolds = 3.0
  /// How dark folds are.
  public var foldShadowAmount = 0.1
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(time.held(in: 0...1)), extents = [image.extent, targetImage.extent]
    if extents.contains(where: { $0.isInfinite || $0.isEmpty }) {
      return part < 0.5 ? image : targetImage
    }
    let heights = extents.map { Float($0.height) }
    let height = heights[0] + (heights[1] - heights[0]) * part
    let bottom = min(Float(bottomHeight.held(in: 0...1e7)), height)
    let folds = Float(numberOfFolds.held(in: 1...1e3).rounded()),
      dark = Float(foldShadowAmount.held(in: 0...1))
    // What a row of the result covers of each picture above the bottom part.
    let steps = heights.map { max(1, ($0 - bottom) / max(height - bottom, 1e-3)) }
    let lows = extents.map { Float($0.minY) }
    let sampling = Sampling(inputs: [image, targetImage]) { region, input in
      let extent = extents[input]
      return Region(minX: region.minX, minY: extent.minY, maxX: region.maxX, maxY: extent.maxY)
        .intersection(extent)
    } draw: { line, tiles, _ in
      let middle = Float(line.y) + 0.5
      /// The row in a picture, and its brightness.
      func row(_ input: Int, _ above: Float) -> (y: Float, light: Float) {
        let step = steps[input]
        guard above > bottom, step > 1 else { return (middle, 1) }
        let phase = (above - bottom) / max(height - bottom, 1e-3) * folds
        let isBack = phase - phase.floored >= 0.5
        return (
          lows[input] + bottom + (above - bottom) * step, isBack ? 1 - dark * (1 - 1 / step) : 1
        )
      }
      line.clear()
      for input in 0..<2 {
        let above = middle - lows[input], share = input == 0 ? 1 - part : part
        let cover = (height - above + 0.5).unit * share
        if cover <= 0 { continue }
        let (y, light) = row(input, above), weight = SIMD4(light, light, light, 1) * cover
        tiles[input].withView { pixels in
          line.map { sum, x in sum + pixels.linear(SIMD2(Float(x) + 0.5, y)) * weight }
        }
      }
    }
    return Picture(.sampled(sampling), extent: extents[0].union(extents[1]))
  }
}
