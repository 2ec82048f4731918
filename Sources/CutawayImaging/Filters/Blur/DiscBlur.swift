import CutawayKeyframes

/// Blurs by the mean of a disc, as a lens that is out of focus.
///
/// A pixel becomes the mean of the pixels around it. One at the distance d has the weight radius +
/// ½ − d, within 0…1: the disc has a smooth edge. From a radius of 48 on the picture is halved
/// first, which nobody sees. The result is larger by the radius and half a pixel on each side.
public struct DiscBlur: PictureFilter {
  public static let name = "discBlur"
  public static let summary = "Blurs by the mean of a disc"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state the weights at the edge")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...100, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The radius of the disc, in pixels.
  public var radius = 8.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? { image?.discBlurred(radius: radius) }
}

extension Picture {
  /// The picture, blurred by the mean of a disc.
  func discBlurred(radius: Double) -> Picture {
    let radius = radius.confined(to: 0...2048)
    // Nearer pixels have no weight.
    guard radius > 0.5, !extent.isEmpty else { return self }
    if radius >= 48 {
      return halved(x: true, y: true).discBlurred(radius: radius / 2)
        .transformed(by: .scale(x: 2, y: 2))
    }
    let pass = DiscPass(meanRadius: radius)
    return pass.picture(of: self, extent: extent.outset(by: (radius + 0.5).wholeBelow))
  }
}
