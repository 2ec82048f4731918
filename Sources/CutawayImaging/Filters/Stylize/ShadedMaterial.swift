import CutawayElementKit

/// Shades heights with the picture of a lit sphere.
///
/// Apple states no formula. The slopes of the luminance, which is the height, times the scale, give
/// the normal of the surface: n = (−x, −y, 1) / |(−x, −y, 1)|. The colour is that of the shading
/// picture where a sphere has this normal: at its centre + n.xy · half its sides (Sloan et al., The
/// Lit Sphere, 2001). Edges of the heights are repeated; their alpha stays.
public struct ShadedMaterial: PictureFilter {
  public static let name = "shadedMaterial"
  public static let summary = "Shades heights with the picture of a sphere"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("shadingImage", \.shadingImage),
    .number("scale", \.scale, 0.5...200, .distance),
  ]

  /// The heights.
  public var image: Picture?
  /// The picture of a sphere.
  public var shadingImage: Picture?
  /// The factor of heights.
  public var scale = 10.0

  public init() {}

  /// The shaded heights.
  public var output: Picture? {
    guard let image, let shadingImage, !shadingImage.extent.isInfinite,
      !shadingImage.extent.isEmpty
    else { return nil }
    let gain = Float(scale.confined(to: 0...1e6)) / 8, sphere = shadingImage.extent
    let half = SIMD2(Float(sphere.width), Float(sphere.height)) / 2
    let centre = SIMD2(Float(sphere.minX), Float(sphere.minY)) + half
    let inputs = [image.clamped(), shadingImage]
    let sampling = Sampling(inputs: inputs) { region, input in
      input == 0 ? region.outset(by: 1) : sphere
    } draw: { line, tiles, _ in
      let block = PixelBlock(tiles[0], around: line, x: 1, y: 1), first = line.x
      tiles[1].withView { view in
        line.map { (_: SIMD4<Float>, x: Int) in
          let index = x &- first, slopes = block.slopes(index)
          let slope = SIMD2(slopes.x.luminance, slopes.y.luminance) * gain
          let normal = slope * (-1 / (1 + (slope * slope).sum()).squareRoot())
          // Half a pixel of the sphere's edge is left out: beyond it nothing is lit.
          let place = centre + normal * (half - 0.5)
          return view.linear(place) * block[index, 0, 0].w
        }
      }
    }
    return Picture(.sampled(sampling), extent: image.extent)
  }
}
