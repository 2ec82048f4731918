import CutawayElementKit

/// Maps each component by the colours of a gradient.
///
/// Red becomes the red of the gradient at the place that the red is on the way from its left to its
/// right end; green and blue become its green and blue. Colours are taken from the middle row and
/// interpolated. Apple documents the mapping, but not where a gradient is read.
public struct ColorMap: PictureFilter {
  public static let name = "colorMap"
  public static let summary = "Maps components by a gradient"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state where a gradient is read")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("gradientImage", \.gradientImage),
  ]

  /// The picture.
  public var image: Picture?
  /// The gradient, which is finite.
  public var gradientImage: Picture?

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    guard let image, let gradientImage, let source = gradientImage.finiteRegion(nil),
      source.width <= 1 << 16
    else { return image }
    let middle = source.minY + source.height / 2
    let row = Region(minX: source.minX, minY: middle, maxX: source.maxX, maxY: middle + 1)
    let sampling = Sampling(inputs: [image, gradientImage]) { region, input in
      input == 0 ? region : row
    } draw: { line, tiles, _ in
      tiles[0].fill(&line)
      let last = Float(row.width - 1), right = row.maxX - 1
      tiles[1].withView { gradient in
        func value(_ number: Float) -> SIMD4<Float> {
          let place = number > 0 ? min(number, 1) * last : 0
          // The step is read from the mantissa: conversions that trap take longer.
          let rounded = max(0, place - 0.5) + 0x1p23
          let left = row.minX &+ Int(truncatingIfNeeded: rounded.bitPattern & 0x7F_FFFF)
          let first = gradient[left, middle]
          let step = gradient[min(left &+ 1, right), middle] - first
          let color = first + step * (place - (rounded - 0x1p23))
          return color.straight
        }
        line.mapColors { pixel in
          SIMD4(value(pixel.x).x, value(pixel.y).y, value(pixel.z).z, 0)
        }
      }
    }
    return Picture(.sampled(sampling), extent: image.extent)
  }
}
