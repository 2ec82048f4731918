/// Adds noise, so that later steps of colours are not visible as edges.
///
/// Apple states no formula. Numbers between ±intensity/2, which depend only on the place, are added
/// to the square roots of light of all components: Apple documents that dithering is usual in a
/// perceptual space.
public struct Dither: PictureFilter {
  public static let name = "dither"
  public static let summary = "Adds noise against visible steps"
  public static let categories: [FilterCategory] = [.colorEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("intensity", \.intensity, 0...5),
  ]

  /// The picture.
  public var image: Picture?
  /// The difference of the greatest and the least noise.
  public var intensity = 0.1

  public init() {}

  /// The picture with other colours.
  public var output: Picture? {
    let amount = Float(intensity)
    return image?.colored { line, space in
      let isManaged = space.isManaged, row = UInt32(truncatingIfNeeded: line.y) &* 0x9E37_79B9
      line.map { pixel, x in
        guard pixel.w > 0 else { return pixel }
        let straight = pixel.straight
        let noise = SIMD4(repeating: Self.noise(UInt32(truncatingIfNeeded: x) &+ row) * amount)
        var result = straight + noise
        if isManaged {
          let root = straight.magnitudes.squareRoot()
          let value = root.replacing(with: -root, where: straight .< 0) + noise
          result = value * value.magnitudes
        }
        result.w = pixel.w
        return result.premultiplied
      }
    }
  }
}

extension Dither {
  /// A number between ±½ for a number of a place, by the mixing function of MurmurHash3.
  @inline(__always)
  private static func noise(_ place: UInt32) -> Float {
    var bits = place
    bits = (bits ^ bits &>> 16) &* 0x85EB_CA6B
    bits = (bits ^ bits &>> 13) &* 0xC2B2_AE35
    bits ^= bits &>> 16
    return Float(bits &>> 8) * 0x1p-24 - 0.5
  }
}

extension SIMD4<Float> {
  /// The numbers without their signs.
  @inline(__always)
  fileprivate var magnitudes: SIMD4<Float> { replacing(with: -self, where: self .< 0) }
}
