import CutawayElementKit

/// Blurs towards a centre, as if the camera had zoomed.
///
/// Apple states no formula. A pixel at the offset v from the centre becomes the mean of the picture
/// between the offsets v and v · (1 − amount / 200), sampled about once a pixel, 256 times at most.
public struct ZoomBlur: PictureFilter {
  public static let name = "zoomBlur"
  public static let summary = "Blurs towards a centre"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .point("center", \.center),
    .number("amount", \.amount, -200...200, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// How far the zoom goes, in pixels at a distance of 200 pixels.
  public var amount = 20.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty else { return image }
    let part = Float((amount / 200).confined(to: -1...0.95)), centre = center.finite
    if part == 0 || !amount.isFinite { return image }
    let source = image.extent, grown = source.scaled(by: 1 / (1 - part), around: centre)
    // So that places far away need no memory.
    let longest: Float = 4096
    let sampling = Sampling(inputs: [image]) { region, _ in
      region.union(region.scaled(by: 1 - part, around: centre)).outset(by: 2)
        .intersection(region.outset(by: Int(longest) + 2)).intersection(source)
    } draw: { line, tiles, _ in
      let y = Float(line.y) + 0.5
      tiles[0].withView { view in
        line.map { (_: SIMD4<Float>, x: Int) in
          let place = SIMD2(Float(x) + 0.5, y)
          var way = (centre - place) * part, length = (way * way).sum().squareRoot()
          if length > longest {
            way *= longest / length
            length = longest
          }
          let steps = min(length.rounded(.up), 255)
          if steps < 1 { return view.linear(place) }
          let step = way / steps
          var sum = SIMD4<Float>()
          for index in 0...Int(steps) { sum += view.linear(place + step * Float(index)) }
          return sum / (steps + 1)
        }
      }
    }
    return Picture(.sampled(sampling), extent: source.union(grown))
  }
}

extension Region {
  /// The region, scaled around a point.
  fileprivate func scaled(by factor: Float, around centre: SIMD2<Float>) -> Region {
    if isEmpty || isInfinite { return self }
    let low = SIMD2(Float(minX), Float(minY)), high = SIMD2(Float(maxX), Float(maxY))
    let first = SIMD2<Double>(centre + (low - centre) * factor)
    let last = SIMD2<Double>(centre + (high - centre) * factor)
    return Region(covering: first.x, first.y, last.x, last.y) ?? self
  }
}
