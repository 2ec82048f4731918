/// The positions of a plane's samples in the picture, from 0 to 1.
///
/// A sample of chroma with half the columns lies on the first of its two columns, one with half the
/// rows between its two rows (ITU-T H.264, figure 6-1).
public struct SampleSites: Sendable {
  @usableFromInline let x: Float
  @usableFromInline let y: Float
  @usableFromInline let stepX: Float
  @usableFromInline let stepY: Float

  /// The positions of pixels.
  public init(width: Int, height: Int) {
    stepX = 1 / Float(width)
    stepY = 1 / Float(height)
    x = stepX / 2
    y = stepY / 2
  }

  /// The positions of the samples of a plane: 0 is luma, 1 and 2 are chroma.
  public init(_ plane: Int, of format: PlanarFormat) {
    let pixel = (x: 1 / Float(format.width), y: 1 / Float(format.height))
    let halves = (
      x: plane > 0 && format.chroma.halvesColumns, y: plane > 0 && format.chroma.halvesRows
    )
    stepX = halves.x ? 2 * pixel.x : pixel.x
    stepY = halves.y ? 2 * pixel.y : pixel.y
    x = pixel.x / 2
    y = halves.y ? pixel.y : pixel.y / 2
  }
}
