/// Mixes two pictures by the brightness of a mask: white shows the picture, black the background.
///
/// The weight is the luminance of the mask, as light, multiplied by its alpha.
public struct BlendWithMask: PictureFilter {
  public static let name = "blendWithMask"
  public static let summary = "Mixes two pictures by the brightness of a mask"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("backgroundImage", \.backgroundImage),
    .picture("maskImage", \.maskImage),
  ]

  /// The picture.
  public var image: Picture?
  /// What is behind; nothing by default.
  public var backgroundImage: Picture?
  /// The mask.
  public var maskImage: Picture?

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let maskImage else { return image }
    return image.blended(with: backgroundImage ?? .empty, by: maskImage) { $0.luminance }
  }
}

extension Picture {
  /// The picture over another one, where a function of a mask is the weight.
  func blended(
    with background: Picture, by mask: Picture,
    _ weight: @escaping @Sendable (SIMD4<Float>) -> Float
  ) -> Picture {
    .mixed([self, background, mask], extent: extent.union(background.extent)) { line, others, _ in
      line.mix(others[0], others[1]) { pixel, behind, mask in
        behind + (pixel - behind) * min(max(weight(mask), 0), 1)
      }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
