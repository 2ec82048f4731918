import CutawayElementKit

/// Moves the pixels of a picture by the brightness of another one.
///
/// With the luminance g and the alpha a of the displacement, a place shows what lies scale · (g −
/// a/2) pixels to the right and above. Medium grey, as light, moves nothing, nor does what is
/// transparent.
public struct DisplacementDistortion: PictureFilter {
  public static let name = "displacementDistortion"
  public static let summary = "Moves the pixels of a picture by the brightness of another one"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("displacementImage", \.displacementImage),
    .number("scale", \.scale, 0...200, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The picture whose brightness counts.
  public var displacementImage: Picture?
  /// The distance between black and white, in pixels.
  public var scale = 50.0

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    guard let image, let displacementImage else { return image }
    let scale = self.scale.held(in: -1e4...1e4), factor = Float(scale)
    let reach = Int((abs(scale) / 2).rounded(.up)) + 1
    return image.bent(by: displacementImage, margin: 0, reach: reach) { pixels, x, y in
      let color = pixels[x, y]
      return SIMD2(repeating: factor * (color.luminance - color.w / 2).held(0.5))
    }
  }
}

extension Float {
  /// The number, limited to −limit…limit; 0 if it is none.
  @inline(__always)
  func held(_ limit: Float) -> Float {
    self == self ? Swift.min(Swift.max(self, -limit), limit) : 0
  }
}

extension Picture {
  /// The picture, moved by offsets that depend on another picture.
  ///
  /// - Parameters:
  ///   - other: The other picture.
  ///   - margin: How far around a place its pixels count.
  ///   - reach: The longest offset along an axis.
  ///   - offset: The offset of a pixel.
  /// - Returns: The moved picture.
  func bent(
    by other: Picture, margin: Int, reach: Int,
    _ offset: @escaping @Sendable (borrowing PixelGridView, Int, Int) -> SIMD2<Float>
  ) -> Picture {
    let extents = [extent, other.extent]
    let sampling = Sampling(inputs: [self, other]) { region, input in
      let needed = region.outset(by: input == 0 ? reach + 1 : margin)
      return (extents[input].isInfinite ? needed.held : needed).intersection(extents[input])
    } draw: { line, tiles, _ in
      let y = line.y
      tiles[1].withView { second in
        line.map { (_: SIMD4<Float>, x: Int) in
          SIMD4(lowHalf: offset(second, x, y), highHalf: SIMD2())
        }
      }
      tiles[0].withView { first in
        line.map { (move: SIMD4<Float>, x: Int) in
          first.linear(SIMD2(Float(x) + 0.5 + move.x, Float(y) + 0.5 + move.y))
        }
      }
    }
    return Picture(.sampled(sampling), extent: extent)
  }
}
