/// Finds edges: the difference of the greatest and the smallest components in a disc.
///
/// This is the gradient of mathematical morphology (Beucher, 1979) of each colour; alpha becomes
/// the greatest one. Edges of the picture are repeated.
public struct MorphologyGradient: PictureFilter {
  public static let name = "morphologyGradient"
  public static let summary = "Finds edges by the differences in discs"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs("Apple does not state what becomes of alpha")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 1...50, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The radius of the disc, in pixels.
  public var radius = 5.0

  public init() {}

  /// The edges.
  public var output: Picture? {
    guard let image else { return nil }
    let source = image.clamped(), extent = image.extent
    let pictures = [
      source.joinedDisc(PixelMaximum.self, radius: radius, extent: extent),
      source.joinedDisc(PixelMinimum.self, radius: radius, extent: extent),
    ]
    return .mixed(pictures, extent: extent) { line, others, _ in
      line.mix(others[0]) { most, least in
        var result = most - least
        result.w = most.w
        return result
      }
    }
  }
}
