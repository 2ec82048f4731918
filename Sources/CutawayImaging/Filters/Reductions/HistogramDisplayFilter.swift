import CutawayElementKit

/// Draws a histogram that `areaHistogram` has made: a column for each of its pixels.
///
/// Apple states no formula. Red, green and blue bars lie on each other and add to other colours, on
/// black; the greatest bar is as high as the picture. Columns left of the lower limit become half
/// as bright, and those right of the upper limit are mixed with as much white.
public struct HistogramDisplayFilter: PictureFilter {
  public static let name = "histogramDisplayFilter"
  public static let summary = "Draws a histogram"
  public static let categories: [FilterCategory] = [.reduction]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("height", \.height, 1...200),
    .number("highLimit", \.highLimit, 0...1), .number("lowLimit", \.lowLimit, 0...1),
  ]

  /// The histogram.
  public var image: Picture?
  /// The number of rows.
  public var height = 100.0
  /// The part of the width right of which columns are lighter.
  public var highLimit = 1.0
  /// The part of the width left of which columns are darker.
  public var lowLimit = 0.0

  public init() {}

  /// The drawing, from the origin on.
  public var output: Picture? {
    guard let image, let part = image.part(nil), !part.inside.isEmpty else { return nil }
    let source = part.inside, rows = Int(min(max(height, 1), 4_096))
    let row = Region(
      minX: source.minX, minY: source.minY, maxX: source.maxX, maxY: source.minY + 1)
    let low = Float(lowLimit) * Float(source.width), high = Float(highLimit) * Float(source.width)
    let sampling = Sampling(inputs: [image]) { _, _ in
      row
    } draw: { line, tiles, _ in
      let level = (Float(line.y) + 0.5) / Float(rows)
      tiles[0].withView { bins in
        var most: Float = 0
        for x in row.columns {
          let bin = bins[x, row.minY]
          most = max(most, max(bin.x, max(bin.y, bin.z)))
        }
        let limit = level * most
        line.map { (_: SIMD4<Float>, x: Int) in
          let bin = bins[row.minX &+ x, row.minY], place = Float(x) + 0.5
          var color = SIMD4<Float>(
            bin.x > limit ? 1 : 0, bin.y > limit ? 1 : 0, bin.z > limit ? 1 : 0, 1)
          if place < low { color *= SIMD4(0.5, 0.5, 0.5, 1) }
          if place > high { color = (color + 1) * 0.5 }
          return color
        }
      }
      line.isOpaque = true
    }
    return Picture(.sampled(sampling), extent: Region(width: source.width, height: rows))
  }
}
