import CutawayKeyframes

/// Disintegrates a picture by the brightness of a mask to show another one.
///
/// The first picture disappears where the mask's luminance is below the time. What is left of it
/// casts a shadow on the second picture: its shape, blurred with the radius as the standard
/// deviation, moved and multiplied by the density.
public struct DisintegrateWithMaskTransition: PictureFilter {
  public static let name = "disintegrateWithMaskTransition"
  public static let summary =
    "Disintegrates a picture by the brightness of a mask to show another one"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .picture("targetImage", \.targetImage),
    .picture("maskImage", \.maskImage),
    .number("time", \.time, 0...1, .time),
    .number("shadowRadius", \.shadowRadius, 0...50, .distance),
    .number("shadowDensity", \.shadowDensity, 0...1),
    .point("shadowOffset", \.shadowOffset, .offset),
  ]

  /// The picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// The mask.
  public var maskImage: Picture?
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0
  /// How soft the shadow is.
  public var shadowRadius = 8.0
  /// How dark the shadow is.
  public var shadowDensity = 0.65
  /// How far away the shadow is.
  public var shadowOffset = SIMD2(0.0, -10.0)

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    guard let maskImage else { return image }
    // Edges are soft: the time runs from just below 0 to just above 1.
    let soft: Float = 0.01, limit = Float(time.held(in: 0...1)) * (1 + 2 * soft) - soft
    let extent = image.extent.union(targetImage.extent)
    let rest = Picture.mixed([image, maskImage], extent: extent) { line, others, _ in
      line.mix(others[0]) { _, mask in
        SIMD4(0, 0, 0, ((mask.luminance.unit - limit) / (2 * soft) + 0.5).unit)
      }
      line.isOpaque = false
    }
    let shape = Picture.mixed([rest, image], extent: image.extent) { line, others, _ in
      line.mix(others[0]) { rest, pixel in rest * pixel.w }
    }
    let offset = shadowOffset.isSane ? shadowOffset : SIMD2()
    let shadow = shape.blurred(sigma: shadowRadius.held(in: 0...200))
      .transformed(by: .translation(x: offset.x, y: offset.y))
    let dark = Float(shadowDensity.held(in: 0...1))
    return .mixed([image, targetImage, rest, shadow], extent: extent) { line, others, _ in
      let targets = others[0].pixels, start = line.x
      let isOpaque = line.isOpaque && others[0].isOpaque
      let weights = others[1].pixels, shadows = others[2].pixels
      line.map { pixel, x in
        let index = x &- start, light = 1 - dark * shadows[index].w
        let target = targets[index] * SIMD4(light, light, light, 1)
        return target + (pixel - target) * weights[index].w
      }
      line.isOpaque = isOpaque
    }
  }
}
