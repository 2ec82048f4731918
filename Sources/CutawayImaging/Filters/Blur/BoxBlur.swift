/// Blurs by the mean of a square.
///
/// A pixel becomes the mean of the pixels in the square of 2 · radius + 1 pixels around it; those
/// that lie only partly in it count partly. The result is larger by the radius on each side.
public struct BoxBlur: PictureFilter {
  public static let name = "boxBlur"
  public static let summary = "Blurs by the mean of a square"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs(
    "Apple does not state how wide the box of a radius is")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 1...100, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The distance from the centre of the square to those of its outer pixels.
  public var radius = 10.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? { image?.boxBlurred(radius: radius) }
}

extension Picture {
  /// The picture, blurred by the mean of a square.
  func boxBlurred(radius: Double) -> Picture {
    let radius = radius.confined(to: 0...2048)
    if radius == 0 || extent.isEmpty { return self }
    let whole = radius.wholeBelow
    let reach = WindowReach(whole: whole, part: Float(radius - Double(whole)))
    let pass = WindowPass<PixelSum>(x: reach, y: reach, scale: 1 / (reach.length * reach.length))
    return pass.picture(
      of: self, extent: extent.outset(by: reach.part > 0 ? whole + 1 : whole))
  }
}
