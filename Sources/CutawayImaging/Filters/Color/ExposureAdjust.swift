import Glibc

/// Multiplies light by 2 to the power of a number of stops, as Apple documents it.
public struct ExposureAdjust: PictureFilter {
  public static let name = "exposureAdjust"
  public static let summary = "Changes the exposure by a number of stops"
  public static let categories: [FilterCategory] = [.colorAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("EV", \.ev, -10...10),
  ]

  /// The picture.
  public var image: Picture?
  /// The stops.
  public var ev = 0.0

  public init() {}

  /// The brighter or darker picture.
  public var output: Picture? {
    let gain = Float(exp2(ev))
    return image?.colored(
      by: ColorMatrix(colors: [SIMD3(gain, 0, 0), SIMD3(0, gain, 0), SIMD3(0, 0, gain)]))
  }
}
