/// Mixes a picture into another one: image + (target − image) · time.
public struct DissolveTransition: PictureFilter {
  public static let name = "dissolveTransition"
  public static let summary = "Mixes a picture into another one"
  public static let categories: [FilterCategory] = [.transition]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .picture("targetImage", \.targetImage),
    .number("time", \.time, 0...1, .time),
  ]

  /// The first picture.
  public var image: Picture?
  /// The second picture.
  public var targetImage: Picture?
  /// From 0, the first picture, to 1, the second one.
  public var time = 0.0

  public init() {}

  /// The mixed pictures.
  public var output: Picture? {
    guard let image, let targetImage else { return nil }
    let part = Float(min(max(time, 0), 1))
    return .mixed([image, targetImage], extent: image.extent.union(targetImage.extent)) {
      line, others, _ in
      line.mix(others[0]) { pixel, target in pixel + (target - pixel) * part }
      line.isOpaque = line.isOpaque && others[0].isOpaque
    }
  }
}
