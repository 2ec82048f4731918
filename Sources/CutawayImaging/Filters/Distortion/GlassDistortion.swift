import CutawayElementKit
import CutawayKeyframes

/// Shows a picture through textured glass.
///
/// The texture, which is repeated from the centre on, is the height of the glass. A place shows
/// what lies at an offset of scale · the slope of the texture's luminance per pixel, up to the
/// scale.
public struct GlassDistortion: PictureFilter {
  public static let name = "glassDistortion"
  public static let summary = "Shows a picture through textured glass"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("textureImage", \.textureImage),
    .point("center", \.center),
    .number("scale", \.scale, 0.01...500, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The texture.
  public var textureImage: Picture?
  /// Where the texture begins.
  public var center = SIMD2(150.0, 150.0)
  /// The strength.
  public var scale = 200.0

  public init() {}

  /// The bent picture.
  public var output: Picture? {
    guard let image, let textureImage, center.isSane else { return image }
    let origin = textureImage.extent
    if origin.isInfinite || origin.isEmpty { return image }
    let x = Int(center.x.rounded()), y = Int(center.y.rounded())
    let glass = textureImage.moved(x: x - origin.minX, y: y - origin.minY)
      .projected(by: Projection(TransformMatrix.identity), extent: .infinite, repeats: true)
    let scale = self.scale.held(in: 0...1e4), factor = Float(scale) / 2
    let reach = Int(scale.rounded(.up)) + 1
    return image.bent(by: glass, margin: 1, reach: reach) { pixels, x, y in
      let right = pixels[x &+ 1, y].luminance - pixels[x &- 1, y].luminance
      let up = pixels[x, y &+ 1].luminance - pixels[x, y &- 1].luminance
      return SIMD2(right.held(2), up.held(2)) * factor
    }
  }
}
