/// Replaces each pixel by the median of the nine pixels around it, component by component.
///
/// This removes noise and keeps edges. Edges of the picture are repeated.
public struct MedianFilter: PictureFilter {
  public static let name = "medianFilter"
  public static let summary = "Replaces pixels by the median of nine"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state how many pixels count")
  public static let inputs: [FilterInput<Self>] = [.picture("image", \.image)]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The smoother picture.
  public var output: Picture? {
    guard let image else { return nil }
    return image.clamped().surroundings(x: 1, y: 1, extent: image.extent) { block, index, _ in
      let lowest = block.sorted(index, -1), middle = block.sorted(index, 0)
      let highest = block.sorted(index, 1)
      // The greatest of the least, the median of the medians and the least of the greatest.
      let least = PixelMaximum.join(PixelMaximum.join(lowest.x, middle.x), highest.x)
      let most = PixelMinimum.join(PixelMinimum.join(lowest.z, middle.z), highest.z)
      return median(least, median(lowest.y, middle.y, highest.y), most)
    }
  }
}

/// Three pixels whose components are in order.
struct SortedPixels {
  var x: SIMD4<Float>
  var y: SIMD4<Float>
  var z: SIMD4<Float>

  @inline(__always)
  init(_ first: SIMD4<Float>, _ second: SIMD4<Float>, _ third: SIMD4<Float>) {
    let low = PixelMinimum.join(first, second), high = PixelMaximum.join(first, second)
    let middle = PixelMinimum.join(high, third)
    x = PixelMinimum.join(low, third)
    y = PixelMaximum.join(low, middle)
    z = PixelMaximum.join(high, third)
  }
}

/// The middle one of each component.
@inline(__always)
private func median(
  _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ third: SIMD4<Float>
) -> SIMD4<Float> { SortedPixels(first, second, third).y }

extension PixelBlock {
  /// The three pixels of a row around a pixel.
  @inline(__always)
  fileprivate func sorted(_ index: Int, _ up: Int) -> SortedPixels {
    SortedPixels(self[index, -1, up], self[index, 0, up], self[index, 1, up])
  }
}
