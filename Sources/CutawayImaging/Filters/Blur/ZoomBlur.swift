import Glibc

/// Blurs towards a centre, as if the camera had zoomed.
///
/// Apple states no formula. A pixel at the offset v from the centre becomes the mean of the picture
/// between the offsets v and v · (1 − amount / 200), on a way of 4,096 pixels at most. It is sampled at equal
/// distances, both ends included, once a pixel of the longest way within the picture. A way of more
/// than 24 pixels is the mean of shorter ways, about as many as each has samples; 256 samples at most.
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
    let extent = source.union(grown)
    let length = extent.farthest(from: SIMD2<Double>(centre)) * Double(abs(part))
    if length <= 24 {
      let steps = Float(length.rounded(.up))
      let taps = (0...Int(steps)).map { index in
        ScaleTap(scale: 1 - part * Float(index) / max(steps, 1), weight: 1 / (steps + 1))
      }
      return image.sum(taps, around: centre, extent: extent)
    }
    // Scales that follow one another have the same ratio, and so all short ways the same shape.
    let count = Int(min(length, 256).squareRoot().rounded(.up))
    let ratio = pow(1 - part, 1 / Float(count))
    let short = (0..<count).map { index in
      let place = (Float(index) + 0.5) / Float(count)
      return ScaleTap(scale: 1 - (1 - ratio) * place, weight: 1 / Float(count))
    }
    let scales = (0..<count).map { pow(ratio, Float($0)) }, total = scales.reduce(0, +)
    // A short way counts by its length.
    let whole = scales.map { ScaleTap(scale: $0, weight: $0 / total) }
    let ways = source.union(source.scaled(by: 1 / ratio, around: centre))
    return image.sum(short, around: centre, extent: ways)
      .sum(whole, around: centre, extent: extent)
  }
}
